// Results of Click to Pay checkouts that are to be reported. The row is written with the payment's
// own step, so that no result is forgotten after a crash.

import { isoTime, type Instant } from '../../core/clock.ts';
import { table, typed, type RowOf } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';

/** A payment that sends another checkout reports only the last one. */
export const checkoutConfirmations = table('checkout_confirmations', {
  columns: {
    merchantId: 'text',
    paymentId: 'uuid',
    correlationId: 'text',
    dpaId: 'text',
    state: typed<'WAITING' | 'CONFIRMED' | 'REFUSED'>('text'),
    tries: 'integer',
    dueAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  key: ['merchantId', 'paymentId'],
  mutable: ['correlationId', 'dpaId', 'state', 'tries', 'dueAt'],
  upsert: true,
});

type ConfirmationRow = RowOf<typeof checkoutConfirmations>;

export function newConfirmation(
  { merchantId, paymentId }: Pick<ConfirmationRow, 'merchantId' | 'paymentId'>,
  correlationId: string,
  dpaId: string,
  at: Instant,
): ConfirmationRow {
  const fresh = { state: 'WAITING', tries: 0, dueAt: at, createdAt: at } as const;
  return { merchantId, paymentId, correlationId, dpaId, ...fresh };
}

/** A confirmation of a payment that has ended, with its result. */
export interface DueConfirmation extends Pick<
  ConfirmationRow,
  'merchantId' | 'paymentId' | 'correlationId' | 'dpaId' | 'tries'
> {
  readonly status: string;
  /** What the payment was made with in the end. */
  readonly method: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
}

const claim = statement(
  'checkout-confirmations.claim',
  `with due as (
     select c.merchant_id, c.payment_id,
       $1::timestamptz + least($2::integer * power(2, least(c.tries, 20)), $4)
         * interval '1 millisecond' as next_at
     from checkout_confirmations c
     join payments p on p.merchant_id = c.merchant_id and p.payment_id = c.payment_id
     where c.state = 'WAITING' and c.due_at <= $1 and p.status not in ('NEW', 'PENDING')
     order by c.due_at limit $3 for update of c skip locked)
   update checkout_confirmations c set tries = c.tries + 1, due_at = due.next_at
   from due, payments p
   where c.merchant_id = due.merchant_id and c.payment_id = due.payment_id
     and p.merchant_id = c.merchant_id and p.payment_id = c.payment_id
   returning c.merchant_id as "merchantId", c.payment_id as "paymentId",
     c.correlation_id as "correlationId", c.dpa_id as "dpaId", c.tries,
     p.status, p.method, p.amount_minor as "amountMinor", p.currency`,
);
/** Also of payments that have not ended, which the claim leaves out. */
export const confirmationsDue = statement(
  'checkout-confirmations.due',
  `select 1 from checkout_confirmations where state = 'WAITING' and due_at <= $1
   order by due_at`,
);

const FIRST_REPEAT_MS = 5_000;
const LAST_REPEAT_MS = 60 * 60 * 1000;

/** Takes due confirmations for this node; each is due again later in case the node is lost. */
export function claimDue(
  database: Queryable,
  now: Instant,
  limit: number,
): Promise<DueConfirmation[]> {
  const values = [isoTime(now), FIRST_REPEAT_MS, limit, LAST_REPEAT_MS];
  return database.run<DueConfirmation>(claim, values);
}

const finish = statement(
  'checkout-confirmations.finish',
  `update checkout_confirmations set state = $4
   where merchant_id = $1 and payment_id = $2 and correlation_id = $3 and state = 'WAITING'`,
);

export async function finishConfirmation(
  database: Queryable,
  { merchantId, paymentId, correlationId }: DueConfirmation,
  state: 'CONFIRMED' | 'REFUSED',
): Promise<void> {
  await database.run(finish, [merchantId, paymentId, correlationId, state]);
}
