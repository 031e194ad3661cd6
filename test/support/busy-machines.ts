/** Times for cited pages, in milliseconds, that are for a machine whose cores a dozen processes share. */
export const ON_BUSY_MACHINES = { timeoutMs: 30_000, readMs: 30_000 };
