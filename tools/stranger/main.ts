/**
 * `npm run proof -- stranger`: starts the product as `PRODUCT_EVENTS=on npm start` does, and does what somebody does who
 * has a key and reads /developers for the first time: pastes what the page prints, as it is printed and in its order, and
 * listens to events. Prints when the first answer and the first event came; exits 1 where a command does not do what the
 * page says.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { Parser } from 'htmlparser2';
import type { ReadyFile } from '../../local/ready-file';
import { eventually } from '../../test/support/eventually';
import { withLocalProduct } from '../../test/support/local-product';

/** Where the printed command forwards to. */
const RECEIVER_PORT = 4000;
/** What the programs of the page print. */
const VERDICT = /^(pursue|refine|avoid) \d+$/m;

/** Code of a page by the ids of its blocks, in the order in which it is shown. */
async function codeOf(address: string): Promise<Map<string, string>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const blocks = new Map<string, string>();
  let id: string | undefined;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'code') ({ id } = attributes);
    },
    ontext: (text) => {
      if (id) blocks.set(id, (blocks.get(id) ?? '') + text);
    },
    onclosetag: (name) => {
      if (name === 'code') id = undefined;
    },
  });
  parser.end(await answer.text());
  return blocks;
}

/** A shell into which commands were pasted: it ends at the first that fails. `stop` also ends what they started. */
function paste(commands: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('sh', ['-ec', commands], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const shell = {
    output: '',
    /** Of `performance.now()`; null before anything was printed. */
    firstOutputAt: null as number | null,
    stop: () => child.exitCode === null && process.kill(-child.pid!, 'SIGINT'),
    async end(): Promise<string> {
      if (child.exitCode === null) await once(child, 'close');
      if (child.exitCode === 0) return shell.output;
      throw new Error(`This did not do what the page says:\n${commands}\n\n${shell.output.slice(-2_000)}`);
    },
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      shell.firstOutputAt ??= performance.now();
      shell.output += String(chunk);
    });
  }
  return shell;
}

function expectIt(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The page says otherwise: ${what}`);
}

/** Follows the pages with a live key; resolves with the milliseconds until the first answer and the first event. */
async function follow({ api, keys }: ReadyFile, folder: string): Promise<{ answerMs: number; eventMs: number }> {
  mkdirSync(folder);
  const begunAt = performance.now();
  const bin = join(folder, 'environment', 'bin');
  const PATH = [bin, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, NOI_API_URL: api, NOI_API_KEY: keys.live };
  const blocks = await codeOf(`${api}/developers`);
  const printed = (id: string) => {
    const code = blocks.get(id);
    if (code === undefined) throw new Error(`/developers prints no ${id}`);
    return code;
  };

  const samples = [...blocks].filter(([id]) => id.startsWith('sample-')).map(([, code]) => code);
  const curl = paste(samples.join('\n'), folder, env);
  expectIt((await curl.end()).includes('"verdict"'), 'curl printed no findings');
  const begins = (file: string, bytes: string) => readFileSync(join(folder, file)).toString('latin1').startsWith(bytes);
  expectIt(begins('dossier.pdf', '%PDF') && begins('run.zip', 'PK'), 'no dossier, or no archive, was saved');
  const answerMs = curl.firstOutputAt! - begunAt;

  for (const [id, code] of await codeOf(`${api}/developers/webhooks`)) blocks.set(id, code);
  const created = await paste(printed('creation'), folder, env).end();
  expectIt(created.includes('"signingSecret"'), 'the webhook has no secret');
  const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  await once(receiver.listen(RECEIVER_PORT, 'localhost'), 'listening');
  const listening = paste(printed('listen'), folder, env);
  try {
    // Its package comes by npx first; it says when it listens.
    await Promise.race([
      eventually('it listens', () => listening.output.includes('Forwarding'), 300_000),
      listening.end(),
    ]);
    await paste(printed('client'), folder, env).end();
    writeFileSync(join(folder, 'quick-start.mjs'), printed('quick-start'));
    const typed = await paste(printed('quick-start-command'), folder, env).end();
    expectIt(VERDICT.test(typed), `the quick start printed ${typed}`);
    await eventually('an event is received', () => /run\.completed .*→ 204/.test(listening.output), 300_000);
  } finally {
    listening.stop();
    receiver.close();
  }
  const eventMs = performance.now() - begunAt;

  await paste(`python3 -m venv ${join(folder, 'environment')}`, folder, env).end();
  await paste(printed('client-python'), folder, env).end();
  writeFileSync(join(folder, 'quick_start.py'), printed('quick-start-python'));
  const python = await paste(printed('quick-start-python-command'), folder, env).end();
  expectIt(VERDICT.test(python), `the quick start in Python printed ${python}`);
  return { answerMs, eventMs };
}

async function main(): Promise<void> {
  await withLocalProduct('stranger', { PRODUCT_EVENTS: 'on' }, async (ready, folder) => {
    const { answerMs, eventMs } = await follow(ready, join(folder, 'stranger'));
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    console.log(`the first answer after ${seconds(answerMs)}, the first event after ${seconds(eventMs)}`);
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
