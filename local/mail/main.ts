/**
 * The mail stand-in: emulate's Resend on loopback, with an inbox page and `GET /emails`. Reads HOST and PORT, prints
 * `{"listening": url}`. It keeps mails in memory, so they are gone after a restart.
 */
async function main(): Promise<void> {
  const { createEmulator } = await import('emulate');
  const hostname = process.env.HOST ?? '127.0.0.1';
  const port = Number(process.env.PORT ?? 3100);
  const emulator = await createEmulator({ service: 'resend', hostname, port, baseUrl: `http://${hostname}:${port}` });
  process.once('SIGTERM', () => void emulator.close().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ listening: emulator.url })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
