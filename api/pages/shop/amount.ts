/** An amount of minor units as a reader is told it. */
export function amount(minor: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(minor / 100);
}
