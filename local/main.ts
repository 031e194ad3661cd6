/** Runs `npm start`: the whole product on this machine, until Ctrl-C. */
import { runLocal } from './run';
import { builtPreparation, BUILT_SCRIPTS } from './start';

void runLocal(builtPreparation, BUILT_SCRIPTS);
