import tls from 'node:tls';

/** Context of Node's TLS, with the method that its types leave out. */
interface NativeContext {
  addCACert(pem: string): void;
}

const trusted = new Set<string>();

/** Makes later TLS connections trust an authority too, as NODE_EXTRA_CA_CERTS does only when a process starts. */
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
