import { failureText, readOperatorEnvironment, createProgram } from './program';

Promise.resolve()
  .then(() => readOperatorEnvironment())
  .then(() => createProgram(process.argv.slice(2)))
  .then((program) => program.parseAsync())
  .catch((error: Error) => {
    console.error(failureText(error));
    process.exit(1);
  });
