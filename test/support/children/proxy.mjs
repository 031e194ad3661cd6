// A proxy as it stands in front of the product: appends the address of its caller to X-Forwarded-For and passes on the rest.
// node proxy.mjs TARGET_PORT prints its own port.
import { createServer, request } from 'node:http';

const port = Number(process.argv[2]);
const server = createServer((incoming, outgoing) => {
  const before = incoming.headers['x-forwarded-for'];
  const caller = incoming.socket.remoteAddress;
  const headers = { ...incoming.headers, 'x-forwarded-for': before ? `${String(before)}, ${caller}` : caller };
  const passedOn = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passedOn.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(passedOn);
});
server.listen(0, '0.0.0.0', () => process.stdout.write(`${server.address().port}\n`));
process.on('disconnect', () => process.exit());
