import { ReturnPath } from '../../contracts/account';

const HOME = '/account';
const SAFE_PATH = new RegExp(ReturnPath.pattern!);

/** Return path that stays on this site: prevents open redirects. */
export function safePath(path: string | null | undefined): string {
  return path && path.length <= ReturnPath.maxLength! && SAFE_PATH.test(path) ? path : HOME;
}
