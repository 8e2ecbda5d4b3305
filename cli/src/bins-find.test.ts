// `bramka bins find` against a running gateway: it shows the table that the gateway uses, also when
// the file has changed since.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-bins-find-'));
const file = join(scratch, 'bins.csv');
const header =
  'from,to,organization,type,issuer,country,currency,supported,fundsTransfer,' +
  'acsStart,acsEnd,dsStart,dsEnd,methodUrl';

function writeTable(issuer: string): void {
  writeFileSync(file, `${header}\n49171100,49171100,VISA,DEBIT,${issuer},PL,PLN,yes,no,,,,,\n`);
}

let gateway: Gateway;
before(async () => {
  writeTable('Flower Bank');
  gateway = await startGateway({ env: { BRAMKA_BIN_TABLE: file } });
});
after(async () => {
  await gateway?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

function find(...words: string[]): Promise<Ended> {
  const env = { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: gateway.adminKey };
  return runBramka(['bins', 'find', ...words], env);
}

test('shows the row of the table in use and what the directory server has sent', async () => {
  const { code, stdout, stderr } = await find('4917', '1100', '2000', '0007');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^number +491711\*{6}0007$/m);
  assert.match(stdout, /^issuer +Flower Bank$/m);
  assert.match(stdout, /^3-D Secure +enrolled, according to the directory server$/m);
  assert.match(stdout, /^version used +2\.3\.1$/m);
  assert.match(stdout, /^BIN table +bins\.csv, 1 range$/m);
  assert.doesNotMatch(stdout, /[0-9]{9}/);
});

test('prints the answer of the operator API as JSON', async () => {
  const { code, stdout } = await find('491711', '--json');
  assert.equal(code, 0);
  const found = JSON.parse(stdout) as { threeDS: object; table: object };
  assert.deepEqual(found.table, { file: 'bins.csv', ranges: 1 });
  assert.ok('source' in found.threeDS);
});

test('shows what the gateway uses, not what the file says by now', async () => {
  writeTable('Tree Bank');
  assert.match((await find('49171100')).stdout, /^issuer +Flower Bank$/m);
  assert.match((await find('49171100', '--file', file)).stdout, /^issuer +Tree Bank$/m);
});

test('needs the operator key, and says so in one sentence', async () => {
  const { code, stdout, stderr } = await find('491711', '--key', 'wrong');
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^bramka: [^\n]*operator key[^\n]*\n$/i);
});

test('the number is refused without being repeated', async () => {
  const token = gateway.adminKey;
  for (const number of ['41111', '4'.repeat(20), '4111 1111', 411111]) {
    const reply = await gateway.call('POST', '/v1/admin/bins/find', { token, body: { number } });
    assert.deepEqual([reply.status, reply.body['code']], [400, 'INVALID_REQUEST']);
    assert.ok(!reply.text.includes(String(number)), reply.text);
  }
});
