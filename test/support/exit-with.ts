/** Exits with the code of a program's main function; if that throws, prints the error and exits with 1. */
export function exitWith(code: Promise<number>): void {
  code.then(
    (known) => process.exit(known),
    (error: Error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      process.exit(1);
    },
  );
}
