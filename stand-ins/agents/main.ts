/** Runs the agent stand-in as a process. Reads HOST, PORT and STATE_FILE; sessions survive a restart. */
import { serve } from '../base/serve';
import { createAgentsStandIn } from './stand-in';
import { DEFAULT_VARIETY } from './variety';

const { HOST = '127.0.0.1', PORT = '3200', STATE_FILE = null } = process.env;

serve(
  createAgentsStandIn({ stateFile: STATE_FILE, variety: { ...DEFAULT_VARIETY, habits: 'varied' } }),
  HOST,
  Number(PORT),
);
