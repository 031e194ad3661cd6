/** Ends the process with the code of a program's main function; with 1, and where it failed, if that throws. */
export function exitWith(code: Promise<number>): void {
  code.then(
    (known) => process.exit(known),
    (error: Error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      process.exit(1);
    },
  );
}
