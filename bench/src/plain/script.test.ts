// Tests of the pgbench script for a small trace, statement by statement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { literal, pgbenchScript, readScript, sharedRows } from './script.ts';
import type { Trace } from './trace.ts';

const paymentId = '01900000-0000-7000-8000-000000000001';
const eventIds = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
const at = '2026-01-01T10:00:00+00:00';

const trace: Trace = {
  tables: {
    'public.payments': {
      columns: {
        merchant_id: 'text',
        payment_id: 'uuid',
        ext_order_id: 'text',
        status: 'text',
        created_at: 'timestamp with time zone',
        valid_until: 'timestamp with time zone',
      },
      key: ['merchant_id', 'payment_id'],
    },
    'public.events': { columns: { event_id: 'uuid', body: 'text' }, key: ['event_id'] },
    'public.balances': {
      columns: { account: 'text', merchant_id: 'text', minor: 'bigint' },
      key: ['account', 'merchant_id'],
    },
    'sandbox.charges': { columns: { payment_id: 'uuid', reference: 'text' }, key: ['payment_id'] },
  },
  commits: [
    [
      { table: 'public.payments', operation: 'INSERT', before: null, after: payment('PENDING') },
      { table: 'public.events', operation: 'INSERT', before: null, after: event(0) },
      { table: 'public.events', operation: 'INSERT', before: null, after: event(1) },
    ],
    [
      {
        table: 'sandbox.charges',
        operation: 'INSERT',
        before: null,
        after: { payment_id: paymentId, reference: eventIds[0] ?? null },
      },
    ],
    [
      {
        table: 'public.payments',
        operation: 'UPDATE',
        before: payment('PENDING'),
        after: payment('COMPLETED'),
      },
      {
        table: 'public.balances',
        operation: 'UPDATE',
        before: { account: 'fees', merchant_id: '10000001', minor: 500 },
        after: { account: 'fees', merchant_id: '10000001', minor: 620 },
      },
    ],
  ],
};

function payment(status: string) {
  return {
    merchant_id: '10000001',
    payment_id: paymentId,
    ext_order_id: 'order-0000000000000001',
    status,
    created_at: at,
    valid_until: '2026-01-01T10:30:00+00:00',
  };
}

function event(which: number) {
  return { event_id: eventIds[which] ?? null, body: '{"status":"NEW","ok":true}' };
}

const replaced = { merchantId: '10000001', orderId: 'order-0000000000000001' };
const lines = pgbenchScript(trace, replaced).trimEnd().split('\n');
const statements = lines.filter((line) => !line.startsWith('\\'));

test('keeps the commits: several writes in a transaction, one by itself', () => {
  const words = statements.map((line) => line.split(' ').slice(0, 3).join(' '));
  assert.deepEqual(words, [
    'begin;',
    'insert into public.payments',
    'insert into public.events',
    'commit;',
    'insert into sandbox.charges',
    'begin;',
    'update public.payments set',
    'update public.balances set',
    'commit;',
  ]);
});

test('draws every id of the payment once, also where it is stored as text', () => {
  const drawn = lines.filter((line) => /^\\set id\d/.test(line)).map((line) => line.split(' ')[1]);
  assert.deepEqual(drawn, ['id1', 'id2', 'id3']);
  assert.equal(
    statements[4],
    'insert into sandbox.charges (payment_id, reference) values ' +
      '((:high::text || :id1::text)::uuid, (:high::text || :id2::text)::uuid::text);',
  );
  assert.ok(!lines.some((line) => line.includes(paymentId)));
});

test('sets times to now, keeps time differences, and uses a new order number', () => {
  assert.match(statements[1] ?? '', /\('order-' \|\| :high::text\), 'PENDING'::text, now\(\), /);
  assert.match(statements[1] ?? '', /now\(\) \+ interval '1800000 milliseconds'\);$/);
});

test('writes several rows of one table with one statement', () => {
  assert.equal(statements[2]?.match(/::uuid, E?'\{/g)?.length, 2);
});

test('updates changed columns, by key', () => {
  assert.equal(
    statements[6],
    "update public.payments set status = 'COMPLETED'::text where " +
      'merchant_id = (20000000 + :client_id::integer)::text ' +
      'and payment_id = (:high::text || :id1::text)::uuid;',
  );
});

test('adds to a row that existed before the payment', () => {
  assert.equal(
    statements[7],
    "update public.balances set minor = minor + (120) where account = 'fees'::text " +
      'and merchant_id = (20000000 + :client_id::integer)::text;',
  );
});

test('gives every client its own row where payments of a merchant share one', () => {
  const [statement, ...others] = sharedRows(trace, replaced, 64);
  assert.deepEqual(others, []);
  assert.match(statement ?? '', /^insert into public\.balances \(account, merchant_id, minor\)/);
  assert.match(statement ?? '', /select 'fees'::text, \(20000000 \+ client\)::text, 500 from/);
  assert.match(statement ?? '', /generate_series\(0, 63\)/);
});

test('writes no colon into a text, where pgbench would look for a variable', () => {
  assert.equal(literal('{"a":true}', 'text'), `E'{"a"\\x3atrue}'::text`);
  assert.equal(literal({ it: "o'\\" }, 'jsonb'), `E'{"it"\\x3a"o''\\\\\\\\"}'::jsonb`);
  assert.equal(literal(null, 'text'), 'null');
  assert.equal(literal(12, 'bigint'), '12');
});

test('reads one of the given payments by its full key', () => {
  const [draw, select] = readScript('10000001', ['a', 'b']).split('\n');
  assert.equal(draw, '\\set which random(1, 2)');
  assert.equal(
    select,
    "select * from payments where merchant_id = '10000001'::text" +
      " and payment_id = ('{a,b}'::uuid[])[:which::integer];",
  );
});
