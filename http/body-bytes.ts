import type { IncomingMessage } from 'node:http';
import { Failure } from '../contracts/failures';

/**
 * Reads a request body of at most `maxBytes` and never buffers more than that. Leaves the rest of a larger body unread.
 *
 * @throws Failure `payload_too_large`, `invalid_request` if the connection ends before the body
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (error: Failure | null) => {
      request.off('data', take).off('end', end).off('error', broken).off('close', broken);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) finish(new Failure('payload_too_large'));
      else chunks.push(chunk);
    };
    const end = () => finish(null);
    const broken = () => finish(new Failure('invalid_request', { detail: 'The body ended early.' }));
    if (Number(request.headers['content-length']) > maxBytes) return reject(new Failure('payload_too_large'));
    request.on('data', take).on('end', end).on('error', broken).on('close', broken);
  });
}
