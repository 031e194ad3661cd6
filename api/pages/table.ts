import type { AnyRoute } from '../endpoint';
import { styleSheet } from './style';

/** Every page and what pages load: beside the table of endpoints the only list of ways into the service. */
export const allPages: readonly AnyRoute[] = [styleSheet.route];
