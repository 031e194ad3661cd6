import { shippedPackages } from '../../test/support/shipped-packages';

/** Name, version and licence of every shipped package, as JSON with a line each, which /licences shows. */
export function noticesFile(): string {
  const rows = shippedPackages().map(({ name, version, licence }) => `  ["${name}", "${version}", "${licence}"]`);
  return `[\n${rows.join(',\n')}\n]\n`;
}
