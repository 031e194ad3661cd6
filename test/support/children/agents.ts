/** Replaces the agent stand-in in tests of the supervisor. */
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('{}'));
server.listen(Number(process.env.PORT), process.env.HOST, () => {
  process.stdout.write(`${JSON.stringify({ listening: `http://${process.env.HOST}:${process.env.PORT}` })}\n`);
});
