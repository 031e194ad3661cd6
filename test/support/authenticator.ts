import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a page asks for, as it is in its `data-passkey`. */
interface Options {
  challenge: string;
}

/** What a careless or hostile authenticator or browser may answer otherwise. */
interface Deviation {
  origin?: string;
  relyingParty?: string;
  /** False: nobody touched it, or told it a PIN. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url');

// CBOR (RFC 8949) of what an authenticator sends: short maps, short texts, small numbers and bytes.
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  return length < 256 ? Buffer.of((major << 5) | 24, length) : Buffer.of((major << 5) | 25, length >> 8, length & 255);
}
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** A security key in software, with one P-256 credential; `origin` is the page that its browser is on. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, deviation: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: deviation.origin ?? origin, crossOrigin: false }));

  function authenticatorData(deviation: Deviation, attested = Buffer.alloc(0)): Buffer {
    const { relyingParty = new URL(origin).hostname, verified = true } = deviation;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(deviation.counter ?? (counter += 1));
    const flags = Buffer.of(0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0));
    return Buffer.concat([sha256(relyingParty), flags, counted, attested]);
  }

  const answer = (response: object) =>
    JSON.stringify({ id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {}, response });

  return {
    /** Answers `navigator.credentials.create`, as the script sends it. */
    create(options: Options, deviation: Deviation = {}): string {
      const key = map(
        [number(1), number(2)],
        [number(3), number(-7)],
        [number(-1), number(1)],
        [number(-2), bytes(Buffer.from(x, 'base64url'))],
        [number(-3), bytes(Buffer.from(y, 'base64url'))],
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authenticatorData(deviation, attested))],
      );
      return answer({
        clientDataJSON: encode(clientData('webauthn.create', options, deviation)),
        attestationObject: encode(attestation),
        transports: ['usb', '<b>'],
      });
    },

    /** Answers `navigator.credentials.get`. */
    get(options: Options, deviation: Deviation = {}): string {
      const data = authenticatorData(deviation);
      const client = clientData('webauthn.get', options, deviation);
      const signed = createSign('sha256').update(Buffer.concat([data, sha256(client)]));
      return answer({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signed.sign(privateKey)),
        ...(deviation.userHandle !== undefined && { userHandle: encode(deviation.userHandle) }),
      });
    },
  };
}

/** A security key in software. */
export type Authenticator = ReturnType<typeof createAuthenticator>;

/** What the page asks its browser for. */
export function askedOf({ text: page }: { text: string }): Options {
  const asked = /data-passkey="([^"]+)"/.exec(page)?.[1];
  if (asked === undefined) throw new Error('This page asks for no passkey.');
  return JSON.parse(asked.replaceAll('&quot;', '"')) as Options;
}
