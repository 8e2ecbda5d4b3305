// Settlement files that are wrong, incomplete, altered or sent in a wrong order: each is refused by
// its code and its line, and nothing of a refused request is stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { anyDatabase } from '../support/installation.ts';
import {
  countsOf,
  fingerprintOf,
  importsPath,
  itemsPath,
  operatorOf,
  type Operator,
} from '../support/reconciliation/settlement.ts';
import { assertErrorReply } from '../support/reply-check.ts';

let gateway: BorrowedGateway;
let operator: Operator;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
  operator = operatorOf(gateway);
});
after(() => gateway?.release());

const columns = 'attemptId,kind,amount,currency,movedAt,reference';
let day = 0;
/** A file of a day of its own, with these lines between the columns and the end. */
function fileWith(...rows: string[]): string[] {
  const at = (days: number) => new Date(Date.parse('2020-01-01Z') + days * 86_400_000);
  const period = [at((day += 1)), at(day + 1)].map((time) => time.toISOString()).join();
  const timed = rows.map((row) => row.replace('TIME', at(day).toISOString()));
  return [`bramka-settlement,1,sandbox,${period}`, columns, ...timed, `end,${rows.length}`];
}
const id = (number: number): string =>
  `019cb3d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
const row = (number: number): string => `${id(number)},SALE,1.00,PLN,TIME,`;

async function started(lines: readonly string[]): Promise<string> {
  const reply = await operator.start(lines.join('\n'));
  assert.equal(reply.status, 200, reply.text);
  return String(reply.body['importId']);
}
function refused(reply: Reply, code: string, field?: string, message?: RegExp): void {
  assertErrorReply(reply, code);
  assert.equal(reply.body['code'], code, reply.text);
  const [detail] = reply.body['details'] as Json[];
  if (field !== undefined) assert.equal(detail?.['field'], field);
  if (message) assert.match(String(detail?.['message']), message);
}
const stateOf = async (importId: string): Promise<unknown[]> => {
  const { body } = await operator.call('GET', `${importsPath}/${importId}`);
  return [body['state'], body['lines'], body['rows']];
};

test('a header that cannot be used is refused', async () => {
  const [header = ''] = fileWith();
  const fingerprint = fingerprintOf([header]);
  const tries: readonly [header: string, message: RegExp][] = [
    ['hello', /must be the header/],
    [header.replace('sandbox', 'nobody'), /must name a provider of this gateway: sandbox/],
    [header.replace(/2020/g, '2999'), /period that has not ended/],
    [`${header}\n`, /not text/],
  ];
  for (const [text, message] of tries) {
    const reply = await operator.call('POST', importsPath, { header: text, fingerprint });
    refused(reply, 'SETTLEMENT_FILE_INVALID', 'line 1', message);
  }
  for (const wrong of ['', 'AB'.repeat(32), 'ab'.repeat(31)]) {
    const reply = await operator.call('POST', importsPath, { header, fingerprint: wrong });
    refused(reply, 'INVALID_REQUEST', 'fingerprint');
  }
});

test('a wrong line is refused by its number, with all lines of its request', async () => {
  const lines = fileWith(row(1), row(2), 'not a row');
  const importId = await started(lines);
  assert.equal((await operator.send(importId, 2, lines.slice(1, 3))).status, 200);
  const reply = await operator.send(importId, 4, lines.slice(3));
  refused(reply, 'SETTLEMENT_FILE_INVALID', 'line 5', /has 1 cells instead of 6/);
  assert.deepEqual(await stateOf(importId), ['LOADING', 3, 1]);
  const unfinished = await operator.call('POST', `${importsPath}/${importId}/finish`);
  refused(unfinished, 'SETTLEMENT_FILE_INCOMPLETE');
});

test('hostile lines are refused, not stored', async () => {
  const hostile = ['', ' ', '"', 'a\0b', '\ufeff', "'; drop table payments; --", '=1+1', '\u202e'];
  const lines = fileWith('x');
  const importId = await started(lines);
  await operator.send(importId, 2, [columns]);
  for (const text of hostile) {
    const { status } = await operator.send(importId, 3, [text]);
    assert.ok(status === 422 || status === 400, JSON.stringify(text));
  }
  const long = await operator.send(importId, 3, ['x'.repeat(1001)]);
  refused(long, 'INVALID_REQUEST');
  const many = await operator.send(
    importId,
    3,
    Array.from({ length: 501 }, () => 'x'),
  );
  refused(many, 'INVALID_REQUEST', 'lines');
  assert.deepEqual(await stateOf(importId), ['LOADING', 2, 0]);
});

test('lines are stored once and in order', async () => {
  const lines = fileWith(row(1), row(2), row(3));
  const importId = await started(lines);
  const gap = await operator.send(importId, 3, lines.slice(2, 3));
  refused(gap, 'LINES_OUT_OF_ORDER', 'firstLine', /^must be 2$/);
  for (const again of [0, 1]) {
    const sent = await operator.send(importId, 2, lines.slice(1, 4));
    assert.deepEqual([sent.status, sent.body['lines'], sent.body['rows']], [200, 4, 2], `${again}`);
  }
  // A request that overlaps changes nothing, and says where to continue.
  const overlap = await operator.send(importId, 4, lines.slice(3));
  assert.deepEqual([overlap.status, overlap.body['lines']], [200, 4]);
  await operator.send(importId, 5, lines.slice(4));
  const behind = await operator.send(importId, 7, ['end,3']);
  refused(behind, 'SETTLEMENT_FILE_INVALID', 'line 7', /follows the end line/);
  const finished = await operator.call('POST', `${importsPath}/${importId}/finish`);
  assert.equal(finished.status, 200, finished.text);
  const done = await operator.waitUntilDone(importId);
  assert.deepEqual(countsOf(done), { EXTRA: 3 });
  refused(await operator.send(importId, 7, ['end,3']), 'SETTLEMENT_FILE_CLOSED');
});

test('one line at a time, each sent twice, the end line too', async () => {
  const lines = fileWith(row(1), row(2));
  const importId = await started(lines);
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const rows = Math.min(Math.max(index - 1, 0), 2);
    for (const time of ['first', 'second']) {
      const { status, body, text } = await operator.send(importId, index + 1, [line]);
      const told = `${time} line ${index + 1}: ${text}`;
      assert.deepEqual([status, body['lines'], body['rows']], [200, index + 1, rows], told);
    }
  }
  const finished = await operator.call('POST', `${importsPath}/${importId}/finish`);
  assert.equal(finished.status, 200, finished.text);
  assert.deepEqual(countsOf(await operator.waitUntilDone(importId)), { EXTRA: 2 });
  const { status, body } = await operator.send(importId, lines.length, ['end,2']);
  assert.deepEqual([status, body['state'], body['lines']], [200, 'DONE', lines.length]);
});

test('a file whose lines are not those of its fingerprint is compared with nothing', async () => {
  const announced = fileWith(row(1));
  const importId = await started(announced);
  const altered = announced.map((line) => line.replace('1.00', '9.00'));
  await operator.send(importId, 2, altered.slice(1));
  const path = `${importsPath}/${importId}/finish`;
  refused(await operator.call('POST', path), 'SETTLEMENT_FILE_ALTERED');
  refused(await operator.call('POST', path), 'SETTLEMENT_FILE_ALTERED');
  assert.equal((await stateOf(importId))[0], 'REJECTED');
  assert.deepEqual(await operator.items(`?importId=${importId}`), []);
  // The true file is another import.
  const done = await operator.importFile(announced.join('\n'));
  assert.notEqual(done['importId'], importId);
  assert.deepEqual(countsOf(done), { EXTRA: 1 });
});

test('items are listed by filter and in pages, each once', async () => {
  const rows = Array.from({ length: 230 }, (_, index) => row(1000 + index));
  const done = await operator.importFile(fileWith(...rows, row(1000)).join('\n'));
  assert.deepEqual(countsOf(done), { EXTRA: 230, DUPLICATE: 1 });
  const query = `?importId=${String(done['importId'])}`;
  const seen: string[] = [];
  for (let after = ''; ;) {
    const page = await operator.items(`${query}&kind=EXTRA${after}`);
    seen.push(...page.map(({ itemId }) => String(itemId)));
    if (page.length < 100) break;
    after = `&after=${seen.at(-1) ?? ''}`;
  }
  assert.equal(new Set(seen).size, 230);
  assert.equal(seen.length, 230);
  const [double] = await operator.items(`${query}&kind=DUPLICATE`);
  assert.deepEqual(double?.['earlier'], { importId: done['importId'], line: 3 });
  assert.deepEqual(await operator.items(`${query}&state=RESOLVED`), []);
  assert.deepEqual(await operator.items(`${query}&provider=blik`), []);
  refused(await operator.call('GET', `${itemsPath}?kind=MATCHED`), 'INVALID_REQUEST', 'kind');
  refused(await operator.call('GET', `${itemsPath}?after=x`), 'INVALID_REQUEST', 'after');
});

test('a resolution needs a name and a note', async () => {
  const [item] = await operator.items();
  const path = `${itemsPath}/${String(item?.['itemId'])}/resolve`;
  const tries: readonly [body: Json, field: string][] = [
    [{ note: 'x' }, 'by'],
    [{ by: 'x' }, 'note'],
    [{ by: 'x'.repeat(101), note: 'x' }, 'by'],
    [{ by: 'x', note: 'x'.repeat(1001) }, 'note'],
    [{ by: 'x', note: 'a\nb' }, 'note'],
  ];
  for (const [body, field] of tries) {
    refused(await operator.call('POST', path, body), 'INVALID_REQUEST', field);
  }
  const unknown = await operator.call('POST', `${itemsPath}/x/resolve`, { by: 'x', note: 'x' });
  refused(unknown, 'RECONCILIATION_ITEM_NOT_FOUND');
  refused(await operator.call('GET', `${importsPath}/x`), 'RECONCILIATION_NOT_FOUND');
});
