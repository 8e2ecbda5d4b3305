// Wallet payments as a merchant makes them, with tokens of the simulated wallets, for tests.
import { randomUUID } from 'node:crypto';
import type { Client, Json, Reply } from '../client.ts';
import { base, bodyOf, merchantClientOf, type MerchantClient } from './payments.ts';

export type WalletType = 'APAY' | 'GPAY' | 'C2P';

export interface WalletShop extends MerchantClient {
  readonly merchantId: string;
  readonly dpaId: string;
  /** The instrument that a simulated wallet issues, by default for 123.45 PLN. */
  instrument(type: WalletType, given?: Json): Promise<Json>;
  /** Pays 123.45 PLN. */
  payWith(instrument: Json, extra?: Json): Promise<Reply>;
}

/** A merchant with its own certificates and its own id at Click to Pay. */
export async function addWalletShop(client: Client, settings: Json = {}): Promise<WalletShop> {
  const { merchantId, secret } = await client.addMerchant(settings);
  const dpaId = `sandbox-${merchantId}`;
  const change = { token: client.adminKey, body: { settings: { dpaId } } };
  bodyOf(await client.call('PATCH', `/v1/admin/merchants/${merchantId}`, change));
  const merchant = merchantClientOf(client, await client.authenticate(merchantId, secret));
  const { token } = merchant;
  return {
    ...merchant,
    merchantId,
    dpaId,
    async instrument(type, options = {}) {
      const order = { amount: 123.45, currency: 'PLN' };
      if (type === 'C2P') {
        const body = { ...order, dpaId, ...options };
        const made = bodyOf(await client.call('POST', '/sandbox/c2p/checkouts', { body }));
        return { type, payload: made['checkoutResponse'] };
      }
      const body = { ...order, type, merchantId, ...options };
      const made = bodyOf(await client.call('POST', '/sandbox/wallets/tokens', { body }));
      return { type, token: made['token'] };
    },
    payWith(instrument, { order, ...extra } = {}) {
      const ordered = { amount: 123.45, currency: 'PLN', extOrderId: `order-${randomUUID()}` };
      const body = { instrument, order: { ...ordered, ...(order as Json | undefined) }, ...extra };
      return client.call('POST', base, { token, body });
    },
  };
}
