/**
 * Preloaded into a worker: shows it the time that a clock shows which is wrong by the milliseconds in the
 * file CLOCK_FILE, read once. Pauses and timeouts stay as long as they are.
 */
import { readFileSync } from 'node:fs';

const ahead = Number(readFileSync(process.env.CLOCK_FILE!, 'utf8'));
const Real = globalThis.Date;
const now = () => Real.now() + ahead;

const Shifted = new Proxy(Real, {
  construct: (_, args, target) => Reflect.construct(Real, args.length === 0 ? [now()] : args, target) as object,
  apply: () => new Real(now()).toString(),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Real, name)) as unknown,
});
Real.prototype.constructor = Shifted;
globalThis.Date = Shifted;
