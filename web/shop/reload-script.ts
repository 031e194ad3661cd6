import { asset } from '../assets';

/** Reloads a waiting page every two seconds; without scripts the page offers a link. */
export const reloadScript = asset('/assets/look-again.js', 'setTimeout(() => location.reload(), 2000);\n');
