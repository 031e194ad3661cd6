import tls from 'node:tls';

/** Context of Node's TLS, with the method that its types leave out. */
interface NativeContext {
  addCACert(pem: string): void;
}

const trusted = new Set<string>();

/**
 * Makes every later TLS connection of this process trust an authority besides the usual ones, unless it names its own.
 * NODE_EXTRA_CA_CERTS does the same but only when a process starts.
 */
export function trust(authority: string): void {
  if (trusted.has(authority)) return;
  trusted.add(authority);
  const create = tls.createSecureContext;
  tls.createSecureContext = (options = {}) => {
    const created = create(options);
    if (!options.ca) (created.context as NativeContext).addCACert(authority);
    return created;
  };
}
