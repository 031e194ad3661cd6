const SHARED = /\b([a-z][a-z-]*)\.example\.(com|org|net)\b/g;
const OWN = /^([a-z][a-z-]*)-(com|org|net)-[0-9a-f]{8}\.example$/;

/**
 * Gives the computed pages that a text cites to sites of one agent alone, as real research cites ever other ones: the
 * product asks a site for one page a second. `site` is eight hexadecimal digits.
 */
export const withOwnSites = (text: string, site: string): string => text.replaceAll(SHARED, `$1-$2-${site}.example`);

/** Host of a computed page, whichever agent's site it is on. */
export const sharedHost = (host: string): string => host.replace(OWN, '$1.example.$2');
