// MARKETPLACE payments as a marketplace makes them: a shop with two submerchants, and requests that
// divide an amount between them, for tests.
import type { Client, Json } from '../client.ts';
import { addMerchantClient, type MerchantClient } from './payments.ts';

export interface Marketplace extends MerchantClient {
  readonly merchantId: string;
  /** MIDs of the merchants that may receive its shares. */
  readonly payees: readonly [string, string];
}

export async function addMarketplace(client: Client, settings: Json = {}): Promise<Marketplace> {
  const [one, other] = [await client.addMerchant(), await client.addMerchant()];
  const payees = [one.merchantId, other.merchantId] as const;
  const shop = await addMerchantClient(client, { submerchants: payees, ...settings });
  return { ...shop, merchantId: merchantIdOf(shop.token), payees };
}

function merchantIdOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sub: string }).sub;
}

/** One share of a request: who receives it, how much, and other fields. */
export type ShareRequest = readonly [payeeId: string, amount: number, more?: Json];

export function shareRequests(shares: readonly ShareRequest[]): Json[] {
  return shares.map(([merchantId, amount, more = {}]) => ({
    merchant: { merchantId },
    amount,
    ...more,
  }));
}

export interface SplitOptions {
  readonly currency?: string;
  readonly order?: Json;
  readonly options?: Json;
}

/** `order` and `options` of a creation request that divides the amount. */
export function splitRequest(
  amount: number,
  shares: readonly ShareRequest[],
  { currency = 'PLN', order = {}, options = {} }: SplitOptions = {},
): Json {
  return {
    order: { amount, currency, subpayments: shareRequests(shares), ...order },
    options: { transType: 'MARKETPLACE', ...options },
  };
}
