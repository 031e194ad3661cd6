/** Replaces the API in tests of the supervisor: becomes ready, prints its environment, and stops on SIGTERM. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  if (request.url === '/env') response.end(JSON.stringify(process.env));
  else response.writeHead(request.url === '/health/ready' ? 200 : 404).end();
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => {
  process.stdout.write('api stops\n');
  process.exit(0);
});
