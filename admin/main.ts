import { readOperatorEnvironment } from './operator-environment';
import { createProgram, refuseUnknownGroup } from './program';

readOperatorEnvironment();

const program = createProgram();
refuseUnknownGroup(program);
program.parseAsync().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
