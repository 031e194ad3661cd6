// The floor of POST /webhooks/stripe: a bare server that reads the body and writes one row.
import { createServer } from 'node:http';
import { Pool } from 'pg';

const { DATABASE_URL, DATABASE_POOL, PORT } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/ready') return void response.end('ready');
    const { id, type } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; type: string };
    pool
      .query({
        name: 'insert',
        text: `INSERT INTO payment_events (id, type, mode) VALUES ($1, $2, 'live') ON CONFLICT DO NOTHING`,
        values: [id, type],
      })
      .then(
        () => response.setHeader('content-type', 'application/json').end('{"received":true}'),
        (error: Error) => response.writeHead(500).end(error.message),
      );
  });
}).listen(Number(PORT), '127.0.0.1');
