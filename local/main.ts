/** Runs `npm start`: the whole product on this machine, until Ctrl-C. */
import { builtPreparation } from './preparation';
import { runLocal } from './run';
import { BUILT_SCRIPTS } from './start';

void runLocal(builtPreparation, BUILT_SCRIPTS);
