// Reads what Jest's --json wrote.
//   failed FILE        the test files that failed, a line each
//   count FILE [FILE]  "N passed, N failed", the second file taking the place of what failed in the first; exits 1 where one failed
import { readFileSync } from 'node:fs';

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
  for (const name of failedIn(ran).filter((each) => repeated.get(each)?.status === 'passed')) {
    process.stdout.write(`passed only when it ran alone: ${name}\n`);
  }
  const tests = last.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file may fail outside its tests (it cannot be loaded, its clean-up throws), and a skipped test proves nothing.
  const failedTest = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed');
  const broken = last.filter((file) => file.status !== 'passed' && !failedTest(file)).length;
  const failed = tests.length - passed + broken + (ran.length === 0 ? 1 : 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
