import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { ARTIFACTS, type ArtifactName } from '../../contracts/runs';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A millisecond for an Idea Check; a higher one takes twenty times as long for a twentieth less. */
const QUALITY = 5;

/** Bytes of a document as the table `artifacts` holds them; `encoding` is null where they are the document's own. */
export interface PackedBytes {
  bytes: Buffer;
  encoding: string | null;
}

/**
 * Compresses a text for the table: its sentences repeat at a distance that the compression of PostgreSQL does not see. A
 * PDF is compressed in itself.
 */
export async function packed(name: ArtifactName, bytes: Buffer): Promise<PackedBytes> {
  if (ARTIFACTS[name].contentType === ARTIFACTS.dossierPdf.contentType) return { bytes, encoding: null };
  const smaller = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return smaller.length < bytes.length ? { bytes: smaller, encoding: 'br' } : { bytes, encoding: null };
}

/** The bytes of the document that {@link packed} was given. */
export async function unpacked({ bytes, encoding }: PackedBytes): Promise<Buffer> {
  return encoding === null ? bytes : decompress(bytes);
}
