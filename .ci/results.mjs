// Reads the output of Jest's --json.
//   failed FILE        the failed test files, one per line
//   count FILE [FILE]  "N passed, N failed"; the second file's results replace failures in the first. Exits 1 if a test
//                      failed. Three or more files that passed only when run alone count as failed
import { readFileSync } from 'node:fs';

/** If this many files pass only when they run alone, a busy machine is not the cause. */
const TOO_MANY_ALONE = 3;

const [command, first, second] = process.argv.slice(2);
const read = (file) => {
  const text = file ? readFileSync(file, 'utf8') : '';
  return text === '' ? [] : JSON.parse(text).testResults;
};
const failedIn = (files) => files.filter(({ status }) => status !== 'passed').map(({ name }) => name);

const ran = read(first);
if (command === 'failed') {
  for (const name of failedIn(ran)) process.stdout.write(`${name}\n`);
} else {
  const repeated = new Map(read(second).map((file) => [file.name, file]));
  const last = ran.map((file) => repeated.get(file.name) ?? file);
  const alone = failedIn(ran).filter((name) => repeated.get(name)?.status === 'passed');
  for (const name of alone) process.stdout.write(`passed only when it ran alone: ${name}\n`);
  const flaky = alone.length >= TOO_MANY_ALONE ? alone.length : 0;
  if (flaky > 0) process.stdout.write(`${flaky} files passed only when they ran alone, which counts as failed\n`);
  const tests = last.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file can fail outside its tests, while it loads or cleans up. A skipped test counts as failed.
  const failedTest = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed');
  const broken = last.filter((file) => file.status !== 'passed' && !failedTest(file)).length;
  const failed = tests.length - passed + broken + flaky + (ran.length === 0 ? 1 : 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
