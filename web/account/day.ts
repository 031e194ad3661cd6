/** Formats a time for readers: date and minute, in UTC. */
export function day(time: Date): string {
  return `${time.toISOString().slice(0, 10)} ${time.toISOString().slice(11, 16)} UTC`;
}
