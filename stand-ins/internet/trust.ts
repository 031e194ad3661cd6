import tls from 'node:tls';

/** Native TLS context of Node, with an untyped method. */
interface NativeContext {
  addCACert(pem: string): void;
}

const trusted = new Set<string>();

/** Makes later TLS connections trust an additional authority. NODE_EXTRA_CA_CERTS works only at process start. */
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
