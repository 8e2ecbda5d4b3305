// Account funding payments over HTTP, for tests: requests with defaults, what the acquirer heard,
// and what is still held of the recipient.
import assert from 'node:assert/strict';
import { cardRequest, type Client, type Json, type Reply } from '../client.ts';
import { base, paymentIdOf, type MerchantClient } from '../life/payments.ts';
import type { Installation } from '../installation.ts';
import { rowsOf } from '../tables.ts';
import { browserDevice } from '../threeds/challenge.ts';

/** Can receive money; the second one cannot. */
export const receiving = '5555555555554444';
export const notReceiving = '378282246310005';

export interface FundingRequest {
  readonly amount?: number;
  readonly currency?: string;
  readonly card?: string;
  readonly recipient?: Json | null;
  readonly options?: Json;
  readonly extra?: Json;
}

export const recipientOf = (instrumentNo: string): Json => ({
  instrument: { type: 'CARD', instrumentNo },
  name: 'Ewa Lis',
});

/** A complete and valid request; null leaves a field out. */
export function fundingRequest(wanted: FundingRequest = {}): Json {
  const { amount, currency, card, recipient = recipientOf(receiving), options, extra } = wanted;
  const funding = { transKind: 'ACCT_FUNDING', purposeCode: 'PP', fundSource: '02' };
  return {
    ...cardRequest({
      ...(amount === undefined ? {} : { amount }),
      ...(currency === undefined ? {} : { currency }),
      ...(card === undefined ? {} : { card }),
    }),
    device: browserDevice(),
    options: { ...funding, ...options },
    ...(recipient === null ? {} : { recipient }),
    ...extra,
  };
}

export function fund(
  { client, token }: MerchantClient,
  wanted: FundingRequest = {},
): Promise<Reply> {
  return client.call('POST', base, { token, body: fundingRequest(wanted) });
}

/** Pays and waits for COMPLETED. */
export async function funded(
  merchant: MerchantClient,
  wanted: FundingRequest = {},
): Promise<string> {
  const paymentId = paymentIdOf(await fund(merchant, wanted));
  await merchant.client.waitForStatus(merchant.token, paymentId, 'COMPLETED');
  return paymentId;
}

/** What the acquirer recorded about the recipient, for every authorization. */
export async function heardOf(client: Client, paymentId: string): Promise<(Json | undefined)[]> {
  const charges = (await client.chargesOf(paymentId)) as unknown as Json[];
  const authorizations = charges.filter(({ verb }) => verb === 'authorize');
  for (const { kind, amountMinor } of authorizations) {
    assert.equal(kind, 'funding');
    assert.match(String(amountMinor), /^[1-9][0-9]*$/);
  }
  return authorizations.map(({ funding }) => funding as Json | undefined);
}

/** How many recipients the vault holds for this payment. */
export async function heldRecipients(
  installation: Installation,
  paymentId: string,
): Promise<number> {
  const rows = await rowsOf(installation, 'select 1 from held_recipients where payment_id = $1', [
    paymentId,
  ]);
  return rows.length;
}
