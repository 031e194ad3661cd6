import { failureText } from './failure-text';
import { readOperatorEnvironment } from './operator-environment';
import { createProgram } from './program';

Promise.resolve()
  .then(() => readOperatorEnvironment())
  .then(() => createProgram(process.argv.slice(2)))
  .then((program) => program.parseAsync())
  .catch((error: Error) => {
    console.error(failureText(error));
    process.exit(1);
  });
