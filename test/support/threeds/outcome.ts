// How a payment with strong authentication ended, as strings for tables: its status, its
// transactions, and what the acquirer received.
import assert from 'node:assert/strict';
import { Client as PgClient } from 'pg';
import type { Charge, Client, Json } from '../client.ts';
import type { Installation } from '../installation.ts';

export interface Outcome {
  /** For example `COMPLETED` or `REJECTED SCA_FAILED`. */
  readonly end: string;
  /** For example `AUTH COMPLETED`, in order. */
  readonly transactions: readonly string[];
  /** For example `APPROVED eci 05` or `DECLINED LOW_VALUE`, in order. */
  readonly acquirer: readonly string[];
}

/** One approved authorization with this authentication data. */
export function completedOutcome(told = ''): Outcome {
  const acquirer = [words('APPROVED', told)];
  return { end: 'COMPLETED', transactions: ['AUTH COMPLETED'], acquirer };
}

/** Ended before the acquirer was called. */
export function rejectedOutcome(rejectCode: string): Outcome {
  return { end: `REJECTED ${rejectCode}`, transactions: [], acquirer: [] };
}

/** Waits for the end of the payment. */
export async function outcomeOf(
  client: Client,
  token: string,
  paymentId: string,
): Promise<Outcome> {
  const { status, rejectCode } = await client.waitForStatus(token, paymentId);
  const path = `/v1/ecommerce/payment/${paymentId}/transactions`;
  const list = await client.call<Json[]>('GET', path, { token });
  assert.equal(list.status, 200, list.text);
  const heard = await authorizationsOf(client, paymentId);
  return {
    end: words(status, rejectCode),
    transactions: list.body.map((one) => words(one['type'], one['status'], one['rejectCode'])),
    acquirer: heard.map(({ result, eci, exemption }) =>
      words(result, eci === null ? '' : `eci ${eci}`, exemption),
    ),
  };
}

function words(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** The 3DS Method as each authentication of the payment reported it; PostgreSQL only. */
export async function fingerprintCompletions(
  installation: Installation,
  paymentId: string,
): Promise<string[]> {
  const pg = new PgClient({ connectionString: installation.databaseUrl });
  await pg.connect();
  try {
    const { rows } = await pg.query<{ completion: string }>(
      `select method_completion as completion from authentications
       where payment_id = $1 order by created_at`,
      [paymentId],
    );
    return rows.map(({ completion }) => completion);
  } finally {
    await pg.end();
  }
}

export interface RecordedAuthorization {
  readonly result: string;
  readonly eci: string | null;
  readonly exemption: string | null;
}

/** The authorizations that the acquirer received, with their authentication data, in order. */
export async function authorizationsOf(
  client: Client,
  paymentId: string,
): Promise<RecordedAuthorization[]> {
  const charges = (await client.chargesOf(
    paymentId,
  )) as unknown as (Partial<RecordedAuthorization> & Charge)[];
  return charges
    .filter(({ verb }) => verb === 'authorize')
    .map(({ result, eci = null, exemption = null }) => ({ result, eci, exemption }));
}
