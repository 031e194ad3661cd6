/** The agent stand-in as a process: reads HOST, PORT and STATE_FILE, and keeps its sessions over a restart. */
import { serve } from '../stand-in/serve';
import { createAgentsStandIn } from './stand-in';

const { HOST = '127.0.0.1', PORT = '3200', STATE_FILE = null } = process.env;

serve(createAgentsStandIn({ stateFile: STATE_FILE }), HOST, Number(PORT));
