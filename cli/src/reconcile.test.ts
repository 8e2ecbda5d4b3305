// `bramka reconcile`: a file is checked, sent, compared and shown; its items are listed and
// resolved; the exit code is 1 while something is open.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { addMerchantClient } from '@bramka/test/support/life/payments.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { linesOf, operatorOf } from '@bramka/test/support/reconciliation/settlement.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-reconcile-'));
let gateway: BorrowedGateway;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
  const shop = await addMerchantClient(gateway);
  await shop.pay({ amount: 10 });
  await shop.pay({ amount: 20.5 });
});
after(async () => {
  await gateway?.release();
  rmSync(scratch, { recursive: true, force: true });
});

const reconcile = (...words: string[]): Promise<Ended> =>
  runBramka(['reconcile', ...words], {
    BRAMKA_URL: gateway.url,
    BRAMKA_ADMIN_KEY: gateway.installation.adminKey,
    USER: 'ewa',
  });
function fileOf(text: string | Buffer, name = 'file.csv'): string {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}
const of = ['--provider', 'sandbox'];

test('a file with differences, then a corrected one, until nothing is open', async () => {
  const wrong = fileOf(await operatorOf(gateway).file({ plant: 'AMOUNT,DOUBLE' }));
  const first = await reconcile(wrong, ...of);
  assert.equal(first.code, 1, first.stderr);
  assert.match(first.stderr, /^6 of 6 lines sent$/m);
  assert.match(first.stdout, /^DIFFERENT +PLN +1 +10\.01 +10(\.00)?$/m);
  assert.match(first.stdout, /^MATCHED +PLN +1 +20\.50? +20\.50?$/m);
  const [, importId = ''] = /^Import (\S+): 3 rows, 2 open items/m.exec(first.stdout) ?? [];
  const again = await reconcile(wrong, ...of);
  assert.deepEqual([again.code, again.stdout], [1, first.stdout]);
  assert.match(again.stderr, /^imported before, at \S+Z$/m);

  const listed = await reconcile('items', '--import', importId, '--json');
  assert.equal(listed.code, 1);
  const items = JSON.parse(listed.stdout) as { itemId: string; kind: string }[];
  assert.deepEqual(items.map(({ kind }) => kind).sort(), ['DIFFERENT', 'DUPLICATE']);
  const shown = await reconcile('items', '--kind', 'DIFFERENT');
  assert.match(shown.stdout, /DIFFERENT +3 +SALE 10\.01 PLN +SALE 10(\.00)? PLN +\S+ +open$/m);
  for (const { itemId } of items) {
    const resolved = await reconcile('resolve', itemId, '--note', 'checked');
    assert.deepEqual([resolved.code, resolved.stdout], [0, `Item ${itemId} is resolved.\n`]);
  }
  const empty = await reconcile('items');
  assert.deepEqual([empty.code, empty.stdout], [0, 'No items.\n']);
  const all = await reconcile('items', '--all');
  assert.deepEqual([all.code, all.stdout.match(/resolved by ewa$/gm)?.length], [0, 2]);
  const imports = await reconcile('imports');
  assert.match(imports.stdout, new RegExp(`^${importId} +sandbox .* DONE +3 +0$`, 'm'));
  const settled = await reconcile(wrong, ...of, '--json');
  assert.equal(settled.code, 0, 'everything is resolved');
});

test('the exit code is 0 if everything agrees; CRLF and LF are the same file', async () => {
  const from = new Date(Date.now() - 72 * 3_600_000).toISOString();
  const to = new Date(Date.now() - 48 * 3_600_000).toISOString();
  const text = await operatorOf(gateway).file({ from, to });
  const first = await reconcile(fileOf(text), ...of);
  assert.deepEqual([first.code, first.stdout.split('\n')[0]], [0, 'No money has moved.']);
  const windows = await reconcile(fileOf(text.replaceAll('\n', '\r\n')), ...of);
  assert.deepEqual([windows.code, windows.stdout], [0, first.stdout]);
});

test('an interrupted import continues after the stored lines', async () => {
  const operator = operatorOf(gateway);
  const text = await operator.file();
  const started = await operator.start(text);
  await operator.send(String(started.body['importId']), 2, linesOf(text).slice(1, 3));
  const { stderr } = await reconcile(fileOf(text), ...of);
  assert.match(stderr, /^continues after line 3$/m);
});

test('a file that cannot be used is one sentence, and nothing is sent', async () => {
  const operator = operatorOf(gateway);
  const text = await operator.file();
  const lines = linesOf(text);
  const [header = ''] = lines;
  const before = (await operator.call('GET', '/v1/admin/reconciliations')).text;
  const tries: readonly [text: string | Buffer, said: RegExp][] = [
    ['', /file\.csv is not a settlement file: it is empty$/m],
    [text.replace(/end,.*\n/, ''), /its end line is missing; is it complete\?$/m],
    [text.replace('SALE', 'SELL'), /line 3 must have the kind SALE/],
    [`${text}end,2\n`, /line 6 follows the end line$/m],
    [`${header}\n${'x'.repeat(2000)}`, /line 2 is longer than 1000 characters$/m],
    [Buffer.from([0xff, 0xfe, 0x41]), /it is not UTF-8$/m],
    [`\ufeff${text}`, /line 1 has characters that are not text$/m],
    [text.replace(',sandbox,', ',blik,'), /is a file of blik, not of sandbox$/m],
  ];
  for (const [content, said] of tries) {
    const { code, stdout, stderr } = await reconcile(fileOf(content), ...of);
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(stderr, said);
  }
  const absent = await reconcile(join(scratch, 'absent.csv'), ...of);
  assert.match(absent.stderr, /absent\.csv cannot be read \(ENOENT\)\n$/);
  const unnamed = await reconcile(fileOf(text));
  assert.match(unnamed.stderr, /^bramka: name the file and its provider/);
  const resolved = await reconcile('resolve', 'x', '--note', 'x');
  assert.match(resolved.stderr, /\(RECONCILIATION_ITEM_NOT_FOUND\)\n$/);
  assert.equal((await operator.call('GET', '/v1/admin/reconciliations')).text, before);
});
