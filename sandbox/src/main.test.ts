// The sandbox as a process: it starts on its own, drains when told to stop, and stays out of
// production.
import { equal, match } from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { authorizeRequest } from './testing/acquirer-rig.ts';

const main = join(import.meta.dirname, 'main.ts');

function run(env: Record<string, string>): Child {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [main], { env: { PATH, ...env } });
}

async function addressOf(child: Child): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const found = /(http:\S+)/.exec(printed);
    if (found?.[1]) return found[1];
  }
  throw new Error(`the sandbox did not start: ${await text(child.stderr)}`);
}

test('refuses to run in production, with one sentence', async () => {
  const child = run({ BRAMKA_ENV: 'production' });
  const exited = once(child, 'exit');
  const said = await text(child.stderr);
  equal((await exited)[0], 1);
  match(said, /^The sandbox does not run in production[^\n]*\n$/);
});

test('answers, stops on SIGTERM, and knows its charges after a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bramka-sandbox-'));
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_ACQUIRER_KEY: 'sesame' };
  const request = authorizeRequest(createIds(systemClock, systemRandom));
  const ask = async (verb: string): Promise<string> => {
    const child = run(env);
    const exited = once(child, 'exit');
    const answer = await fetch(`${await addressOf(child)}/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
      body: JSON.stringify(request),
    });
    const said = await answer.text();
    child.kill('SIGTERM');
    equal((await exited)[0], 0);
    return said;
  };
  try {
    const first = await ask('authorize');
    match(first, /"result":"APPROVED"/);
    equal(await ask('inquire'), first);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
