import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { closedAtEnd } from './leftovers';

/** Last bytes of what PostgreSQL says once a transaction is over: it awaits the next one. */
const READY = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);

/**
 * Starts a TCP proxy to the server of a connection string that loses answers (the statement is committed, then its
 * connection breaks) or alters statements.
 */
export async function startLosingProxy(databaseUrl: string) {
  const target = Number(new URL(databaseUrl).port);
  const open = new Set<Socket>();
  let next = { text: '', times: 0 };
  let lost = 0;
  let swapped = { text: '', by: '' };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let losing = false;
    let seen = Buffer.alloc(0);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    near.on('data', (chunk) => {
      if (!losing && next.times > 0 && chunk.includes(next.text)) {
        losing = true;
        next.times--;
      }
      far.write(swapped.text ? replaced(chunk, swapped) : chunk);
    });
    far.on('data', (chunk) => {
      if (!losing) near.write(chunk);
      else seen = Buffer.concat([seen, chunk]).subarray(-READY.length);
      if (!seen.equals(READY)) return;
      lost++;
      end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port) }).href,
    /** Loses the answers to the next statements that contain `text`, such as a name. */
    lose: (text: string, times = 1) => void (next = { text, times }),
    /** Replaces a text of all statements by one of the same length, as a pooler that drops it would. */
    swap: (text: string, by: string) => void (swapped = { text, by }),
    lost: () => lost,
    close: closedAtEnd(async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}

function replaced(chunk: Buffer, { text, by }: { text: string; by: string }): Buffer {
  return Buffer.from(chunk.toString('latin1').replaceAll(text, by), 'latin1');
}

export type LosingProxy = Awaited<ReturnType<typeof startLosingProxy>>;
