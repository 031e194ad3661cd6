import type { Server } from 'node:http';

/** A stand-in, not yet listening. */
export interface StandIn {
  server: Server;
  close(): Promise<void>;
}

/** Runs a stand-in as a process of its own: prints `{"listening": url}`, and ends with its state written on SIGTERM. */
export function serve(standIn: StandIn, host: string, port: number): void {
  standIn.server.listen(port, host, () => {
    process.stdout.write(`${JSON.stringify({ listening: `http://${host}:${port}` })}\n`);
  });
  process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
}
