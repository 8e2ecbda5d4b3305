// Books for tests of reconciliations without a gateway: merchants, approved attempts and ledger
// transfers, written directly; and the settlement file that agrees with them.
import assert from 'node:assert/strict';
import { createIds } from '@bramka/gateway/core/id.ts';
import { noFailpoints } from '@bramka/gateway/core/failpoint.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { CompareParts } from '@bramka/gateway/reconciliation/compare-imports.ts';
import type { ReconciliationParts } from '@bramka/gateway/reconciliation/import-file.ts';
import type { Database, Queryable } from '@bramka/gateway/storage/database.ts';
import { lineOf, type Movement } from '@bramka/sandbox/wire/settlement-file.ts';
import { runSql } from '../engines.ts';

export const DAY_START = Date.parse('2026-03-01T00:00:00.000Z');
export const DAY_MS = 24 * 60 * 60 * 1000;

export interface BookedMovement extends Movement {
  readonly merchantId: string;
  readonly provider: string;
  /** How many transfers it has, as a charge of several shares. */
  readonly transfers: number;
}

let count = 0;

/** A movement at this time of the day. */
export function movementAt(ms: number, overrides: Partial<BookedMovement> = {}): BookedMovement {
  count += 1;
  return {
    attemptId: newId(DAY_START + ms),
    kind: 'SALE',
    amountMinor: BigInt(count),
    currency: 'PLN',
    movedAt: DAY_START + ms,
    reference: `R-${count}`,
    merchantId: '1000',
    provider: 'sandbox',
    transfers: 1,
    ...overrides,
  };
}

/** An id that was made at this time. */
function newId(at: number): string {
  return createIds({ now: () => at }, systemRandom).next();
}

const verbs = { SALE: 'authorize', CAPTURE: 'capture', REVERSAL: 'reverse', REFUND: 'refund' };

/** Writes the rows that the gateway would have written; many in one statement. */
export async function book(database: Queryable, movements: readonly BookedMovement[]) {
  const rows = movements.map((one) => {
    const id = () => newId(one.movedAt);
    return {
      merchant_id: one.merchantId,
      payment_id: id(),
      trans_id: id(),
      attempt_id: one.attemptId,
      verb: verbs[one.kind],
      kind: { SALE: 'SALE', CAPTURE: 'SALE', REVERSAL: 'REVERSAL', REFUND: 'REFUND' }[one.kind],
      provider: one.provider,
      currency: one.currency,
      amount: String(one.amountMinor),
      at: new Date(one.movedAt).toISOString(),
      transfer_ids: Array.from({ length: one.transfers }, id),
    };
  });
  const record = `jsonb_to_recordset($1::jsonb) as r(merchant_id text, payment_id uuid,
    trans_id uuid, attempt_id uuid, verb text, kind text, provider text, currency text,
    amount bigint, at timestamptz, transfer_ids jsonb)`;
  const values = [JSON.stringify(rows)];
  await runSql(
    database,
    `insert into merchants (merchant_id, version, status, settings, secret_salt, secrets,
       notification_secrets, created_at, updated_at)
     select distinct merchant_id, 1, 'ACTIVE', '{}'::jsonb, ''::bytea, '[]'::jsonb, '[]'::jsonb,
       min(at) over (), min(at) over () from ${record} on conflict do nothing`,
    values,
  );
  await runSql(
    database,
    `insert into attempts (merchant_id, payment_id, attempt_id, trans_id, verb, provider, state,
       fence, amount_minor, currency, checks, started_at, finished_at)
     select merchant_id, payment_id, attempt_id, trans_id, verb, provider, 'APPROVED', 1, amount,
       currency, 0, at, at from ${record}`,
    values,
  );
  await runSql(
    database,
    `insert into ledger_transfers (merchant_id, transfer_id, payment_id, trans_id, kind, debit,
       credit, currency, amount_minor, created_at)
     select merchant_id, t.id::uuid, payment_id, trans_id, kind,
       case kind when 'SALE' then 'RECEIVABLE:' || provider else 'RETURNS_PENDING' end,
       case kind when 'SALE' then 'MERCHANT_PAYABLE' else 'RECEIVABLE:' || provider end,
       currency, amount, at
     from ${record}, jsonb_array_elements_text(transfer_ids) as t(id)`,
    values,
  );
}

/** The lines of a file of the day. */
export function fileOf(movements: readonly Movement[], provider = 'sandbox'): string[] {
  const period = [DAY_START, DAY_START + DAY_MS].map((at) => new Date(at).toISOString());
  return [
    `bramka-settlement,1,${provider},${period.join()}`,
    'attemptId,kind,amount,currency,movedAt,reference',
    ...movements.map(lineOf),
    `end,${movements.length}`,
  ];
}

export function partsOn(database: Database): ReconciliationParts & CompareParts {
  const clock = handClock(DAY_START + 2 * DAY_MS);
  const providers = { list: [{ name: 'sandbox' }, { name: 'blik' }] };
  return {
    database,
    clock,
    ids: createIds(clock, systemRandom),
    failpoints: noFailpoints,
    providers,
    metrics: { alarms: { inc: () => undefined } },
    log: { error: ({ err }: { readonly err?: unknown }) => assert.ifError(err) },
  };
}
