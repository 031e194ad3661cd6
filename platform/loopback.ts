const ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an address of this machine that no other machine can send from. */
export function isLoopbackAddress(address: string): boolean {
  return ADDRESSES.has(address);
}

/** True for a host name that always means this machine. */
export function isLoopbackName(hostname: string): boolean {
  return NAMES.has(hostname);
}
