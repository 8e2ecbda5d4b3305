// Tests of the audit of operator actions: no change before its row, what the rows say, that no
// secret is in them, and that no route that changes something can be without one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { exactNumber } from '../../core/json.ts';
import { refuse } from '../../core/refusals.ts';
import type { Call } from '../../http/endpoint.ts';
import { testEndpoint, testRoute, type TestEndpoint } from '../../http/testing/test-route.ts';
import { secretText } from '../../http/schema.ts';
import type { AuditRecord } from '../../vault/audit/audit-row.ts';
import { audited } from './audited.ts';
import { shownInAudit } from './shown-in-audit.ts';

type AnyCall = Call<unknown, unknown, unknown>;

const call = {
  params: { merchantId: '1001' },
  body: { kind: 'API', privateKey: 'tell-nobody', amount: exactNumber('1.50') },
  traceId: 'trace',
  address: '192.0.2.1',
} as unknown as AnyCall;

function setUp(answer: TestEndpoint['answer'], fails: (step: string) => boolean = () => false) {
  const happened: string[] = [];
  const rows: AuditRecord[] = [];
  const lost: object[] = [];
  const definition = testEndpoint({
    summary: '',
    access: 'operator',
    action: { name: 'ROLL_SECRET', subject: 'secretId' },
    body: Type.Object({ kind: Type.String(), privateKey: secretText({}) }),
    reply: Type.Object({ secretId: Type.String(), apiSecret: secretText({}) }),
    answer: (given) => {
      happened.push('change');
      return answer(given);
    },
  });
  const record = async (row: AuditRecord): Promise<void> => {
    await new Promise(setImmediate);
    const { step } = JSON.parse(row.details ?? '') as { step: string };
    if (fails(step)) throw new Error('the audit log is away');
    happened.push(step);
    rows.push(row);
  };
  const log = { error: (facts: object) => void lost.push(facts) };
  const [route] = audited({ audit: { log: { record } }, log }, [
    testRoute('POST', '/v1/admin/x', definition),
  ]);
  const run = () => route?.answer(call) ?? assert.fail();
  const details = () => rows.map((row) => JSON.parse(row.details ?? '') as object);
  return { happened, rows, lost, run, details };
}

const reply = { secretId: 's1', apiSecret: 'tell-nobody-else' };

test('the row is written before the change, and one after it', async () => {
  const { happened, rows, run, details } = setUp(async ({ note }) => {
    note({ before: { secretId: 's0' } });
    return reply;
  });
  assert.deepEqual(await run(), reply);
  assert.deepEqual(happened, ['BEGUN', 'change', 'DONE']);
  const about = { traceId: 'trace', address: '192.0.2.1' };
  assert.deepEqual(details(), [
    { step: 'BEGUN', ...about, request: { kind: 'API', privateKey: '***', amount: 1.5 } },
    { step: 'DONE', ...about, before: { secretId: 's0' }, after: { ...reply, apiSecret: '***' } },
  ]);
  assert.match(rows[0]?.details ?? '', /"amount":1\.50/, 'exactly as it was sent');
  const own = { actor: 'operator', reason: 'ROLL_SECRET', merchantId: '1001' };
  assert.deepEqual(
    rows.map(({ actor, reason, merchantId, subjectId }) => ({
      actor,
      reason,
      merchantId,
      subjectId,
    })),
    [
      { ...own, subjectId: '-' },
      { ...own, subjectId: 's1' },
    ],
  );
  assert.doesNotMatch(JSON.stringify(rows), /tell-nobody/);
});

test('without its row nothing is changed', async () => {
  const { happened, run } = setUp(
    () => Promise.resolve(reply),
    (step) => step === 'BEGUN',
  );
  await assert.rejects(run(), /the audit log is away/);
  assert.deepEqual(happened, []);
});

test('a refusal and a failure are rows, and stay what they are', async () => {
  const refused = setUp(async () => refuse('MERCHANT_NOT_FOUND'));
  await assert.rejects(refused.run(), { code: 'MERCHANT_NOT_FOUND' });
  assert.deepEqual(refused.happened, ['BEGUN', 'change', 'REFUSED']);
  assert.equal((refused.details()[1] as Record<string, unknown>)['refusal'], 'MERCHANT_NOT_FOUND');
  const failed = setUp(() => Promise.reject(new Error('tell-nobody')));
  await assert.rejects(failed.run(), /tell-nobody/);
  assert.deepEqual(failed.happened, ['BEGUN', 'change', 'FAILED']);
  assert.doesNotMatch(JSON.stringify(failed.rows), /tell-nobody/);
});

test('if only the second row is lost, the answer is given and the loss is logged', async () => {
  const { lost, run } = setUp(
    () => Promise.resolve(reply),
    (step) => step === 'DONE',
  );
  assert.deepEqual(await run(), reply);
  assert.deepEqual(
    lost.map((facts) => (facts as { traceId: string }).traceId),
    ['trace'],
  );
});

const plain = { summary: '', reply: Type.Object({}), answer: () => Promise.resolve({}) };
const parts = {
  audit: { log: { record: () => Promise.resolve() } },
  log: { error: () => undefined },
};
const routeOf = (method: 'GET' | 'POST', other: Partial<TestEndpoint>) => [
  testRoute(method, '/v1/admin/x', { ...plain, access: 'operator', ...other }),
];
const action = { name: 'ROLL_SECRET', subject: 'x' };

test('a route that changes something must name an action that is known', () => {
  assert.throws(() => audited(parts, routeOf('POST', {})), /must name its action/);
  const unknown = { ...action, name: 'DO_IT' };
  assert.throws(() => audited(parts, routeOf('POST', { action: unknown })), /has a meaning/);
  assert.throws(() => audited(parts, routeOf('GET', { action })), /or only read/);
  assert.throws(() => audited(parts, routeOf('POST', { action, onlyReads: true })), /only read/);
  assert.throws(() => audited(parts, routeOf('POST', { access: 'merchant', action })), /only read/);
  assert.equal(audited(parts, routeOf('GET', {})).length, 1);
  assert.equal(audited(parts, routeOf('POST', { onlyReads: true })).length, 1);
});

test('secrets inside objects and lists are masked, long values are hashed', () => {
  const one = Type.Object({ key: secretText({}), name: Type.String() });
  const schema = Type.Object({ list: Type.Array(one), one: Type.Optional(one) });
  const value = { key: 'k', name: 'n' };
  const masked = { key: '***', name: 'n' };
  assert.deepEqual(shownInAudit(schema, { list: [value], one: value }), {
    list: [masked],
    one: masked,
  });
  const text = (length: number) => shownInAudit({}, 'a'.repeat(length));
  assert.equal(text(300), 'a'.repeat(300));
  assert.match(String(text(301)), /^301 characters, sha256 [0-9a-f]{64}$/);
  const inWrongField = shownInAudit({}, '-----BEGIN PRIVATE KEY-----\nMIGH');
  assert.match(String(inWrongField), /^32 characters, sha256 /);
  const lines = Array.from({ length: 100 }, () => 'b'.repeat(250));
  assert.match(String(shownInAudit({}, lines)), /^100 entries, 25301 characters, sha256 /);
  assert.deepEqual(shownInAudit({}, lines.slice(0, 20)), lines.slice(0, 20));
});
