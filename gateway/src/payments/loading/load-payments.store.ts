// Loads payments with everything that a decision about them may need, many in one statement. All
// rows of a payment come from one snapshot of the database.

import { jsonRow, jsonRowReader } from '../../journal/json-row.ts';
import { arrayElement, type Table } from '../../journal/table.ts';
import { attempts, type Attempt } from '../../providers/attempt.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import { payments, type Loaded, type Payment } from '../model/payment.ts';
import { transactions, type Transaction } from '../model/transaction.ts';

type LoadKey = Pick<Payment, 'merchantId' | 'paymentId'>;
type JsonRow = Parameters<ReturnType<typeof jsonRowReader>>[0];

/** All rows of the payment `p` in this table, as a JSON array. */
function rowsOf(of: Table, order: string): string {
  return `(select coalesce(json_agg(${jsonRow(of, 'r')} order by ${order}), '[]'::json)
      from ${of.name} r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id)`;
}

const loadPayments = statement(
  'payments.load',
  `select asked.position::integer as position, found.rows
   from unnest($1::text[], $2::uuid[]) with ordinality as asked(merchant_id, payment_id, position)
   cross join lateral (
     select json_build_array(
       ${jsonRow(payments, 'p')},
       ${rowsOf(attempts, 'r.started_at, r.attempt_id')},
       ${rowsOf(transactions, 'r.created_at, r.trans_id')})::text as rows
     from payments p
     where p.merchant_id = asked.merchant_id and p.payment_id = asked.payment_id limit 1) as found`,
);

const readPayment = jsonRowReader<Payment>(payments);
const readAttempt = jsonRowReader<Attempt>(attempts);
const readTransaction = jsonRowReader<Transaction>(transactions);

/** In the order of the keys; undefined where there is no payment. */
export async function loadMany(
  database: Queryable,
  keys: readonly LoadKey[],
): Promise<(Loaded | undefined)[]> {
  const values = keyArrays(keys);
  const rows = await database.run<{ position: number; rows: string }>(loadPayments, values);
  const found: (Loaded | undefined)[] = [];
  for (const { position, rows: text } of rows) found[position - 1] = readLoaded(text);
  return found;
}

/** The merchants and the payments as array parameters. */
export function keyArrays(keys: readonly LoadKey[]): string[] {
  const merchantIds = keys.map(({ merchantId }) => arrayElement('text', merchantId));
  return [`{${merchantIds.join(',')}}`, `{${keys.map(({ paymentId }) => paymentId).join(',')}}`];
}

function readLoaded(text: string): Loaded {
  const [payment, attemptRows, transactionRows] = JSON.parse(text) as [
    payment: JsonRow,
    attempts: JsonRow[],
    transactions: JsonRow[],
  ];
  return {
    payment: readPayment(payment),
    attempts: attemptRows.map(readAttempt),
    transactions: transactionRows.map(readTransaction),
  };
}
