/** Host name under which processes on the stand-in internet reach a port of this machine. */
export const nameOfPort = (port: number): string => `port-${port}.example.net`;

/** Port in a {@link nameOfPort}; null for other names. */
export function portOfName(name: string): number | null {
  const match = /^port-(\d{1,5})\.example\.net$/.exec(name);
  return match ? Number(match[1]) : null;
}
