// The points at which payments that wait for their customers are killed, by what is committed
// here and recorded at the provider.
import assert from 'node:assert/strict';
import type { Installation } from '../installation.ts';
import { rowsOf } from '../tables.ts';
import type { WaitingProvider } from './payers.ts';

/**
 * What brings a payment to its crash. `late`: the customer has paid and the shop has cancelled, and
 * an inquiry finds the money. `late-message`: the shop has cancelled, then the customer pays.
 */
export type Story =
  | 'creation'
  | 'cancel'
  | 'expiry'
  | 'late'
  | 'message'
  | 'late-message'
  | 'inquiry';

/** A payment of the sequence, identified by its order before anything was answered. */
export interface CrashPayment {
  readonly orderId: string;
  readonly provider: WaitingProvider;
  readonly story: Story;
  readonly at: string;
}

/** Whether the provider has carried out the last attempt of a payment. */
const done = `case t.verb
  when 'authorize' then s.remote_id is not null or b.attempt_id is not null
  when 'stop' then s.state = 'CANCELLED' or b.state = 'DECLINED'
  when 'refund' then s.refunded_minor > 0
  else b.is_reversed end`;

/** The verbs of the last attempt at a point of a provider call. */
const verbs: Readonly<Partial<Record<Story, readonly string[]>>> = {
  creation: ['authorize'],
  cancel: ['stop'],
  expiry: ['stop'],
  late: ['refund', 'reverse'],
  'late-message': ['stop'],
};

const conditions: Readonly<Record<string, string>> = {
  'attempt.committed': `t.state = 'OPEN'`,
  'outcome.received': `t.state = 'OPEN' and ${done}`,
  'outcome.committed': `t.state <> 'OPEN' and ${done}`,
  'report.received': `s.notice_tries > 0 or s.intermediary = 'pa' and s.state = 'PAID'
    or b.state = 'APPROVED'`,
  'report.committed': `o.state = 'APPROVED'`,
  'finding.received': `o.checks > 0`,
};

const arrivedText = (condition: string): string => `
  select p.ext_order_id as "orderId", t.verb from payments p
  join attempts o on o.payment_id = p.payment_id and o.verb = 'authorize'
  join lateral (select * from attempts t where t.payment_id = p.payment_id
    order by t.started_at desc limit 1) t on true
  left join sandbox.transfers s on s.order_id = replace(o.attempt_id::text, '-', '')
  left join sandbox.blik_payments b on b.attempt_id = o.attempt_id
  where p.ext_order_id = any($1) and (${condition})`;

/** What is committed here and recorded at the provider is what payments at the point have. */
export async function assertArrived(
  installation: Installation,
  at: string,
  all: readonly CrashPayment[],
): Promise<void> {
  const text = arrivedText(conditions[at] ?? assert.fail(`nothing tells of ${at}`));
  const orderIds = all.map(({ orderId }) => orderId);
  const isCall = /^(attempt|outcome)/.test(at);
  const rows = await rowsOf<{ orderId: string; verb: string }>(installation, text, [orderIds]);
  const isThere = ({ orderId, story }: CrashPayment): boolean =>
    rows.some((row) => row.orderId === orderId && (!isCall || verbs[story]?.includes(row.verb)));
  const missing = all.filter((one) => !isThere(one)).map(({ orderId }) => orderId);
  assert.deepEqual(missing, [], `payments that are not at ${at}`);
}

/** Inquiries and deadlines of these payments become due, and no others. */
export async function makeDue(
  installation: Installation,
  all: readonly CrashPayment[],
): Promise<void> {
  const ordersOf = (...stories: Story[]): string[] =>
    all.filter(({ story }) => stories.includes(story)).map(({ orderId }) => orderId);
  const ofOrders = `payment_id in (select payment_id from payments where ext_order_id = any($1))`;
  const past = `'2020-01-01T00:00:00Z'`;
  const expiring = [ordersOf('expiry')];
  const texts: [text: string, values: unknown[]][] = [
    [`update payments set valid_until = created_at where ${ofOrders}`, expiring],
    [`update deadlines set due_at = ${past} where ${ofOrders}`, expiring],
    [
      `update attempts set check_at = ${past}
       where verb = 'authorize' and finished_at is null and ${ofOrders}`,
      [ordersOf('late', 'inquiry')],
    ],
  ];
  for (const [text, values] of texts) await rowsOf(installation, text, values);
}
