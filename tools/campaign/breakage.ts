import type { Dice } from './dice';
import type { World } from './story/world';

/** A way to break a part of the product; resolves when the part is up again. */
export type Breakage = (world: World, dice: Dice) => Promise<void>;
