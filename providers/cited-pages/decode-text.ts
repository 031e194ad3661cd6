/** Bytes at the beginning of a page in which its encoding is declared. */
const DECLARED_WITHIN = 1_024;

const MARKS: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/**
 * Decodes a page as browsers do: by its byte order mark, its Content-Type, its own declaration, else as UTF-8, and as
 * windows-1252 where it is not that. Bytes that fit no character become U+FFFD.
 */
export function decodeText(body: Uint8Array, contentType: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => body[i] === byte))?.[0];
  const named = marked ?? labelIn(contentType) ?? declaredIn(body);
  const decoder = named && decoderOf(named);
  if (decoder) return decoder.decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

function labelIn(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';,>]+)/iu.exec(contentType)?.[1];
}

/** Encoding that `<meta charset>`, its older form, or an XML declaration names; UTF-16 there can only be a mistake. */
function declaredIn(body: Uint8Array): string | undefined {
  const beginning = Buffer.from(body.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const meta = /<meta[^>]{0,300}?charset\s*=\s*["']?([^\s"'/>;]+)/iu.exec(beginning)?.[1];
  const label = meta ?? /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']+)/iu.exec(beginning)?.[1];
  return label && /^utf-?16/iu.test(label) ? 'utf-8' : label;
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
