// `bramka doctor`: one line for each thing, ok or a problem with what to do; and the help that
// leads there.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listVariables } from '@bramka/gateway/config.ts';
import { startGateway } from '@bramka/test/support/gateway.ts';
import { openLoopback } from '@bramka/test/support/loopback-server.ts';
import { skipOn } from '@bramka/test/support/installation.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { p256, spki } from '@bramka/test/support/wallets/google/issue-token.ts';
import { checkNode } from './doctor/checks.ts';
import { runBramka } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-doctor-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

async function doctor(env: Record<string, string>): Promise<[code: number | null, text: string]> {
  const base = { PORT: '0', BRAMKA_DATA_DIR: join(scratch, 'none') };
  const { code, stdout, stderr } = await runBramka(['doctor'], { ...base, ...env });
  assert.equal(stderr, '');
  return [code, stdout];
}

test('all in order', async () => {
  const [code, text] = await doctor({});
  assert.equal(code, 0, text);
  const subjects = ['Node.js', 'variables', 'data directory', 'database', 'BIN table', 'port'];
  for (const subject of subjects) assert.match(text, new RegExp(`^ok +${subject} `, 'm'));
  assert.match(text, /Everything is in order\.\n$/);
});

test('a running gateway is in order', async () => {
  const gateway = await startGateway({ database: 'embedded' });
  try {
    const port = new URL(gateway.url).port;
    const { dataDir, adminKey } = gateway.installation;
    const key = { BRAMKA_ADMIN_KEY: adminKey };
    const [code, text] = await doctor({ PORT: port, BRAMKA_DATA_DIR: dataDir, ...key });
    assert.equal(code, 0, text);
    assert.match(text, /^ok +port +a gateway answers at http:/m);
    assert.match(text, /^ok +notifications +no receiver fails$/m);
    const [otherCode, other] = await doctor({ BRAMKA_DATA_DIR: dataDir });
    assert.equal(otherCode, 1);
    assert.match(other, /^problem +data directory +\S+ is in use by process \d+; stop it/m);
  } finally {
    await gateway.stop();
  }
});

test('receivers that fail and events that were refused are problems', async () => {
  const gateway = await startGateway({ database: 'embedded' });
  const receiver = await openLoopback();
  try {
    receiver.behave = (_request, response) => response.writeHead(400).end();
    const { merchantId } = await gateway.addMerchant({ notificationUrl: receiver.url });
    const operator = { token: gateway.installation.adminKey };
    const path = `/v1/admin/merchants/${merchantId}/events`;
    const sent = await gateway.call('POST', `${path}/test`, operator);
    assert.equal(sent.status, 200, sent.text);
    const isCounted = async (): Promise<boolean> => {
      const { body } = await gateway.call('GET', '/v1/admin/receivers', operator);
      const lists = [body['receivers'], body['undelivered']] as unknown[][];
      return lists.every(({ length }) => length === 1);
    };
    await until(isCounted, 'the refusal to be recorded');
    const env = {
      PORT: new URL(gateway.url).port,
      BRAMKA_DATA_DIR: gateway.installation.dataDir,
      BRAMKA_ADMIN_KEY: gateway.installation.adminKey,
    };
    const [code, text] = await doctor(env);
    assert.equal(code, 1, text);
    const line = (rest: string): RegExp => new RegExp(`^problem +notifications +${rest}`, 'm');
    const failing = `receivers that fail: ${receiver.url} of ${merchantId} \\(STATUS, 1 time\\); `;
    assert.match(text, line(failing));
    assert.match(text, line(`events .* not delivered: ${merchantId} \\(1 refused, 0 failed\\); `));
    assert.match(text, /^2 problems\.$/m);
  } finally {
    receiver.close();
    await gateway.stop();
  }
});

test('each problem has its line and its advice', async () => {
  const file = join(scratch, 'file');
  writeFileSync(file, '');
  const busyServer = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(busyServer, 'listening');
  const port = String((busyServer.address() as AddressInfo).port);
  const [code, text] = await doctor({
    BRAMKA_PROT: '1',
    BRAMKA_DATA_DIR: file,
    DATABASE_URL: 'postgres://user:secret@localhost:1/shop',
    PORT: port,
  });
  busyServer.close();
  assert.equal(code, 1);
  assert.match(text, /^problem +variables +BRAMKA_PROT: no such variable; see /m);
  assert.match(text, /^problem +data directory +\S+ is a file; set BRAMKA_DATA_DIR/m);
  assert.match(text, /^problem +database +.*cannot be reached.*DATABASE_URL$/m);
  assert.match(text, /^problem +port +127\.0\.0\.1:\d+ is in use by another program; set PORT/m);
  assert.match(text, /4 problems\.\n$/);
  assert.doesNotMatch(text, /secret/);
});

test('a BIN table is read as the start would read it', async () => {
  const good = join(import.meta.dirname, '..', '..', 'sandbox', 'data', 'bins.csv');
  const bad = join(scratch, 'bad.csv');
  writeFileSync(bad, 'from,to\n');
  const line = async (file: string): Promise<[number | null, string | undefined]> => {
    const [code, text] = await doctor({ BRAMKA_BIN_TABLE: file });
    return [code, /^(\w+ +BIN table .*)$/m.exec(text)?.[1]];
  };
  const [goodCode, goodLine = ''] = await line(good);
  assert.equal(goodCode, 0);
  assert.match(goodLine, /^ok +BIN table +\S+bins\.csv has \d+ ranges$/);
  const [badCode, badLine = ''] = await line(bad);
  assert.equal(badCode, 1);
  assert.match(badLine, /^problem .*bad\.csv cannot be used: .*; correct it or BRAMKA_BIN_TABLE$/);
  const [noCode, noLine = ''] = await line(join(scratch, 'none.csv'));
  assert.equal(noCode, 1);
  assert.match(noLine, /^problem .*none\.csv cannot be read: there is no such file; correct it/);
});

test('files of wallets are read as the start would read them', async () => {
  const file = join(scratch, 'google-roots.json');
  const line = async (text: string): Promise<[number | null, string | undefined]> => {
    writeFileSync(file, text);
    const env = { BRAMKA_GPAY_GATEWAY: 'bramka', BRAMKA_GPAY_ROOTS_FILE: file };
    const [code, told] = await doctor(env);
    return [code, /^(\w+ +Google Pay .*)$/m.exec(told)?.[1]?.replaceAll(/ +/g, ' ')];
  };
  const key = { keyValue: spki(p256()), protocolVersion: 'ECv2', keyExpiration: '2154841200000' };
  const good = await line(JSON.stringify({ keys: [key] }));
  assert.deepEqual(good, [0, `ok Google Pay ${file} can be used until 2038-04-14`]);
  const reason = 'it must be a JSON object with 1 to 32 "keys"; correct the file';
  const sentence = `the root keys of Google Pay ${file} cannot be used: ${reason}`;
  assert.deepEqual(await line('{}'), [1, `problem Google Pay ${sentence}`]);
  const [, text] = await doctor({});
  assert.doesNotMatch(text, /(Apple|Google|Click to) Pay/);
});

test('a bad variable comes first', async () => {
  const [code, text] = await doctor({ BRAMKA_ENV: 'moon' });
  assert.equal(code, 1);
  assert.match(
    text,
    /^problem +variables +BRAMKA_ENV must be one of sandbox, production; the other checks/m,
  );
});

test('a database that answers', { skip: skipOn('postgres') }, async () => {
  const [code, text] = await doctor({ DATABASE_URL: process.env['BRAMKA_TEST_POSTGRES'] ?? '' });
  assert.equal(code, 0, text);
  assert.match(text, /^ok +database +PostgreSQL answers$/m);
});

test('an old Node.js is a problem, a new one is not', () => {
  const versions = ['20.20.2', '24.11.9', '24.12.0', '24.21.0', '26.0.0'];
  const verdicts = versions.map((version) => checkNode(version).ok);
  assert.deepEqual(verdicts, [false, false, true, true, true]);
  assert.match(checkNode('20.20.2').what, /npm ci/);
});

test('the version is the one of the package', async () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  assert.equal((await runBramka(['--version'])).stdout, `${version}\n`);
});

test('the help shows examples, and that of start every variable', async () => {
  const { code, stdout } = await runBramka([]);
  assert.equal(code, 0);
  assert.match(stdout, /Examples:\n +bramka start/);
  const { stdout: start } = await runBramka(['start', '--help']);
  const unwrapped = start.replace(/\s+/g, ' ');
  for (const [name, , meaning] of listVariables()) {
    assert.ok(new RegExp(`^ +${name} `, 'm').test(start), name);
    assert.ok(unwrapped.includes(`${name} ${meaning}`), name);
  }
});

test('a mistyped command is refused with the one that was meant', async () => {
  const { code, stderr } = await runBramka(['merchant', 'list']);
  assert.equal(code, 1);
  assert.match(stderr, /unknown command 'merchant'\n\(Did you mean merchants\?\)/);
  const { stderr: inner } = await runBramka(['merchants', 'lst']);
  assert.match(inner, /Did you mean (one of )?.*list/);
});
