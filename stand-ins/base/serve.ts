import type { Server } from 'node:http';

/** A stand-in, not yet listening. */
export interface StandIn {
  server: Server;
  close(): Promise<void>;
}

/** Runs a stand-in as a process: prints `{"listening": url}`; on SIGTERM writes its state and exits. */
export function serve(standIn: StandIn, host: string, port: number): void {
  standIn.server.listen(port, host, () => {
    process.stdout.write(`${JSON.stringify({ listening: `http://${host}:${port}` })}\n`);
  });
  process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
}
