/**
 * The agent stand-in as a process: reads HOST, PORT and STATE_FILE, prints `{"listening": url}` and keeps its sessions over a
 * restart.
 */
import { createAgentsStandIn } from './stand-in';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3200);
const standIn = createAgentsStandIn({ stateFile: process.env.STATE_FILE ?? null });

standIn.server.listen(port, host, () => {
  process.stdout.write(`${JSON.stringify({ listening: `http://${host}:${port}` })}\n`);
});
process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
