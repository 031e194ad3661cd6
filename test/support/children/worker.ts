/** Replaces the worker in tests of the supervisor. */
setInterval(() => undefined, 60_000);
process.stdout.write(`${JSON.stringify({ level: 30, ready: true, msg: 'polling' })}\n`);
process.once('SIGTERM', () => {
  process.stdout.write('worker stops\n');
  // If STUBBORN is `true`, the child ignores SIGTERM and must be killed.
  if (process.env.STUBBORN !== 'true') process.exit(0);
});
