/**
 * Milliseconds for which an idle connection of a caller is kept. Longer than load balancers keep theirs (60 s by
 * default), so that none sends a request into a connection that is being closed here.
 */
export const IDLE_CONNECTION_MS = 65_000;
