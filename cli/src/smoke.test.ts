// Every command once, those that differ as a process with `bin/bramka`, the way a user runs it. The
// guides run most of the others as processes too (test/guides/commands.test.ts).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { binary, runBramka, spawnBramka } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-smoke-'));
const sandboxTable = join(import.meta.dirname, '..', '..', 'sandbox', 'data', 'bins.csv');
const unknownId = '01a1ddaa-94be-73d2-943c-8b7759934376';

type Case = [
  words: readonly string[],
  code: 0 | 1,
  printed: { readonly stdout?: RegExp; readonly stderr?: RegExp },
];

/** Commands that are run with `bin/bramka`; the others inside the process of the test. */
const asProcess = ['start', 'pay', 'doctor', 'status', 'sandbox', 'paywall'];

/** The first word is the command. */
const cases: Case[] = [
  [
    ['start'],
    1,
    { stderr: /^bramka cannot start: PORT must be a whole number from 0 to 65535\n$/ },
  ],
  [['pay', '19.99'], 0, { stdout: /COMPLETED\n$/ }],
  [['routes', 'list'], 0, { stdout: /^No merchant has routing rules\.\n$|^Merchant / }],
  [['iso8583', 'decode', '00'], 1, { stderr: /^bramka: message 1 is not in the format of the / }],
  [['tokenize'], 0, { stdout: /COMPLETED: COF token of 411111\*{6}1111; to pay: .+\n$/ }],
  [['status', unknownId], 1, { stderr: /^bramka: .* \(PAYMENT_NOT_FOUND\)\n$/ }],
  [['capture', unknownId], 1, { stdout: /requested/, stderr: /\(PAYMENT_NOT_FOUND\)\n$/ }],
  [['cancel', unknownId], 1, { stdout: /requested/, stderr: /\(PAYMENT_NOT_FOUND\)\n$/ }],
  [['refund', unknownId], 1, { stdout: /requested/, stderr: /\(PAYMENT_NOT_FOUND\)\n$/ }],
  [['refunds', unknownId], 1, { stderr: /\(PAYMENT_NOT_FOUND\)\n$/ }],
  [['balance'], 0, { stdout: /^PLN +10\d{3}\.\d\d +0\.00$/m }],
  [['adjust', unknownId, '5'], 1, { stdout: /requested/, stderr: /\(PAYMENT_NOT_FOUND\)\n$/ }],
  [
    ['challenge', unknownId, 'push'],
    1,
    { stderr: /^bramka: the sandbox at \S+ has no challenge / },
  ],
  [['bank', 'list'], 0, { stdout: /^No transfers\.\n$/ }],
  [['blik', 'aliases'], 0, { stdout: /./ }],
  [['tokens', 'list'], 0, { stdout: /^No tokens\.\n$/ }],
  [['wallet', 'token', '--type', 'APAY'], 0, { stdout: /^eyJ[\w+/]+=*\n$/ }],
  [['listen', '--forward-to', 'localhost'], 1, { stderr: /^bramka: --forward-to must be / }],
  [['events'], 0, { stdout: /^(No events\.|TIME )/ }],
  [['event', unknownId], 1, { stderr: /^bramka: .* \(EVENT_NOT_FOUND\)\n$/ }],
  [['replay', unknownId], 1, { stderr: /^bramka: .* \(EVENT_NOT_FOUND\)\n$/ }],
  [['test-event'], 1, { stderr: /^bramka: .* \(NOTIFICATION_URL_MISSING\)\n$/ }],
  [['merchants', 'list'], 0, { stdout: /^10000001 +ACTIVE /m }],
  [['merchants', 'preview', '10000001'], 0, { stdout: /^http\S+\/pay\/preview\/\S+\nNothing / }],
  [['fees', 'list'], 0, { stdout: /^(No fee rules: |MERCHANT )/ }],
  [['disputes', 'list'], 0, { stdout: /^No disputes\.\n$/ }],
  [['deposits', 'list', '10000001'], 0, { stdout: /DEPOSIT +10000\.00 EUR +sandbox-EUR / }],
  [['balances', '10000001'], 0, { stdout: /^MERCHANT_PAYABLE +10\d{3}\.\d\d +PLN$/m }],
  [
    ['ledger', 'check'],
    0,
    { stdout: /^The ledger is correct: \d+ merchants?, \d+ transfers?\.\n$/ },
  ],
  [
    ['settle', '--merchant', '10000002'],
    0,
    // The progress is shown only if the first answer is not the last one.
    { stdout: /^merchant 10000002, .*: \d+ settled; /, stderr: /^(merchant 10000002: \d+ .*\n)*$/ },
  ],
  [['settlements', '10000002'], 0, { stdout: /^(No settlements\.|DATE )/ }],
  [['keys', 'rotate'], 0, { stdout: /^Access tokens are now signed with key \S+\.\n$/ }],
  [['credentials', 'list', '29999999'], 1, { stderr: /\(MERCHANT_NOT_FOUND\)\n$/ }],
  [['wallets', 'list'], 0, { stdout: /^(No keys or certificates of wallets\.\n$|ID )/ }],
  [['audit', 'verify'], 0, { stdout: /^The audit log is correct: / }],
  [['keys', 'rotate-encryption'], 0, { stdout: /^Card fields are now encrypted to key \S+\.\n$/ }],
  [['reconcile', 'items'], 0, { stdout: /^No items\.\n$/ }],
  [['triggers'], 0, { stdout: /^ +4000000000009995 +Declined with INSUFFICIENT_FUNDS/m }],
  [['bins', 'check', sandboxTable], 0, { stdout: /^all +\d+ +\d+ +\d+\n$/m }],
  [['clock', 'show'], 0, { stdout: /^\d{4}-\S+Z, running, real time\n$/ }],
  [['faults', 'list'], 0, { stdout: /^No faults/ }],
  [['reset', '--keep-merchants'], 0, { stdout: /^The sandbox is empty; merchants were kept\. / }],
  [['page', 'verify', '--sandbox'], 0, { stdout: /\nThe page is that of this version\.\n$/ }],
  [['sandbox'], 1, { stderr: /^bramka: the sandbox cannot start: PORT must be a whole number/ }],
  [['paywall'], 1, { stderr: /^bramka: the payment page cannot start: PORT must be a whole / }],
  [['migrate'], 1, { stderr: /^bramka: PORT must be a whole number from 0 to 65535\n$/ }],
  [['doctor'], 1, { stdout: /^problem +variables +PORT must be a whole number/m }],
];

describe('on a running gateway', () => {
  let gateway: BorrowedGateway;
  before(async () => {
    gateway = await exclusiveGateway('embedded');
  });
  after(async () => {
    await gateway?.release();
    rmSync(scratch, { recursive: true, force: true });
  });

  for (const [words, code, printed] of cases) {
    test(`bramka ${words.slice(0, 2).join(' ')}`, async () => {
      const env = {
        PORT: '80800',
        BRAMKA_URL: gateway.url,
        BRAMKA_ADMIN_KEY: gateway.installation.adminKey,
        BRAMKA_DATA_DIR: join(scratch, 'none'),
      };
      const isProcess = asProcess.includes(words[0] ?? '');
      const ended = await (isProcess ? spawnBramka(words, env, binary) : runBramka(words, env));
      assert.equal(ended.code, code, `${ended.stdout}${ended.stderr}`);
      assert.match(ended.stdout, printed.stdout ?? /^$/);
      assert.match(ended.stderr, printed.stderr ?? /^$/);
    });
  }

  test('help, and a mistyped command', async () => {
    const help = await spawnBramka(['--help'], {}, binary);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /^Usage: bramka /);
    const mistyped = await spawnBramka(['merchant']);
    assert.deepEqual([mistyped.code, mistyped.stdout], [1, '']);
    assert.match(mistyped.stderr, /^bramka: unknown command 'merchant'\n\(Did you mean merchants/);
  });
});

test('no command is left out', async () => {
  const { stdout } = await runBramka(['--help']);
  const listed = stdout.slice(stdout.indexOf('Commands:')).split('\n\n')[0] ?? '';
  const names = [...listed.matchAll(/^ {2}([a-z][a-z-]*)\b/gm)].map(([, name = '']) => name);
  assert.ok(names.length > 5, listed);
  const tried = new Set(cases.map(([words]) => words[0]));
  assert.deepEqual(
    names.filter((name) => name !== 'help' && !tried.has(name)),
    [],
  );
});

test('a closed pipe ends the output, not the command', () => {
  const program = join(import.meta.dirname, '..', '..', 'bin', 'bramka');
  const script = `"${program}" --help | true; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});
