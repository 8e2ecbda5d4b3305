// Tests the README: its commands are run as written, and its table of variables matches the
// gateway.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { variables } from '@bramka/gateway/settings/config-variables.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/place.ts';
import { exclusiveGateway, sharedGateway } from '../support/pool/borrow.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const guide = readFileSync(join(root, 'docs/guides/operating.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
/** The waiting time depends on the machine. */
const moment = /^sleep 1\n(curl .+\/status .+)$/m;

test('the commands of the first payment, run as written, complete it', async () => {
  const gateway = await exclusiveGateway(anyDatabase);
  try {
    const lines = blocks.filter((code) => code.includes('curl')).join('');
    assert.ok(lines.includes('http://127.0.0.1:8080/'));
    assert.match(lines, moment);
    const wait = 'for try in $$(seq 600); do $1 | grep COMPLETED && break; sleep 0.1; done';
    const script = lines.replace(moment, wait).replaceAll('http://127.0.0.1:8080', gateway.url);
    const { stdout, stderr } = await promisify(execFile)('bash', [
      // bash reads its rc files if its standard input is a socket; they may use unset variables.
      '--norc',
      '-euo',
      'pipefail',
      '-c',
      script,
    ]);
    assert.equal(stderr, '');
    assert.match(stdout, /"status":"COMPLETED"/);
    assert.match(stdout, /"amount":19\.99/);
  } finally {
    await gateway.release();
  }
});

test('the commands of the guide to payments work when pasted', async () => {
  const gateway = await sharedGateway(anyDatabase);
  try {
    const text = readFileSync(join(root, 'docs/guides/payments.md'), 'utf8');
    const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    const token = await gateway.authenticate();
    const script = [`B=${gateway.url}/v1/ecommerce TOKEN=${token}`, ...lines].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', script]);
    const answers = stdout.split(/(?<=})(?={)/).map((one) => JSON.parse(one) as Json);
    assert.deepEqual(
      answers.map(({ token_type, status, organization }) => token_type ?? status ?? organization),
      ['Bearer', 'PENDING', 'VISA'],
    );
    const [, shown = ''] = /^```json\n([\s\S]*?)^```$/m.exec(text) ?? [];
    assert.deepEqual(answers[2], JSON.parse(shown));
  } finally {
    await gateway.release();
  }
});

test('the commands to run and to test are npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  assert.deepEqual(blocks.slice(0, 2), ['npm ci && npm start\n', 'npm ci && npm test\n']);
  assert.equal(scripts['start'], 'exec bin/bramka start');
  assert.match(scripts['test'] ?? '', /test\/run\.ts$/);
});

test('the table of variables matches the gateway', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` *\|([^|]*)\|([^|]*)\|$/gm)];
  assert.deepEqual(
    rows.map(([, name, fallback = '', meaning = '']) => [
      name,
      fallback.replaceAll('`', '').trim(),
      meaning.trim(),
    ]),
    variables.map((row) => [...row]),
  );
});

for (const [name, folder, text] of [
  ['README.md', '', readme],
  ['docs/guides/operating.md', 'docs/guides', guide],
] as const) {
  test(`every link of ${name} leads to a file`, () => {
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
    assert.ok(links.length > 0);
    const missing = links.filter((to) => !existsSync(join(root, folder, to)));
    assert.deepEqual(missing, []);
  });
}
