// Customers whose payments wait for them, one for each provider that waits: what they pay with, and
// how they confirm at the bank or on the phone.
import assert from 'node:assert/strict';
import type { Client, Json } from '../client.ts';
import { bodyOf } from '../life/payments.ts';
import { actAtBank, comeBack } from '../transfers/bank.ts';

export const waitingProviders = ['BM', 'PA', 'blik'] as const;
export type WaitingProvider = (typeof waitingProviders)[number];

/** A payment at its provider: what the customer needs to find it there. */
export interface WaitingPayment {
  readonly paymentId: string;
  /** The bank's id of a transfer. */
  readonly remoteID?: string;
}

export interface Payer {
  /** Method, instrument and device of a new payment. */
  means(client: Client): Promise<Json>;
  /** The customer confirms; false if it is too late. */
  tryToConfirm(client: Client, payment: WaitingPayment): Promise<boolean>;
  /** Starts the message of the provider, if the customer must come back for it. */
  comeBack(client: Client, payment: WaitingPayment): Promise<void>;
}

export const payers: Readonly<Record<WaitingProvider, Payer>> = {
  BM: bankCustomer('BM'),
  PA: bankCustomer('PA'),
  blik: phoneOwner(),
};

export async function confirm(
  provider: WaitingProvider,
  client: Client,
  payment: WaitingPayment,
): Promise<void> {
  assert.ok(await payers[provider].tryToConfirm(client, payment), 'the customer came too late');
}

/** The amount for which the provider sends no message, or any other amount. */
export function amountFor(provider: WaitingProvider, isReported: boolean): number {
  return provider === 'BM' && !isReported ? 10.67 : 10;
}

function bankCustomer(provider: 'BM' | 'PA'): Payer {
  const idOf = ({ remoteID }: WaitingPayment): string => remoteID ?? assert.fail('no transfer');
  return {
    means: () => {
      const instrument = { type: 'PBL', bank: '106', provider };
      return Promise.resolve({ method: 'PBL', instrument });
    },
    async tryToConfirm(client, payment) {
      return (await actAtBank(client, idOf(payment), 'pay')).state === 'PAID';
    },
    async comeBack(client, payment) {
      if (provider === 'BM') return;
      const { back } = await actAtBank(client, idOf(payment), 'abandon');
      const [status] = await comeBack(back ?? assert.fail('the bank shows no way back'));
      assert.equal(status, 303);
    },
  };
}

interface Push {
  readonly pushId: string;
  readonly paymentId: string;
}

function phoneOwner(): Payer {
  const api = '/sandbox/blik/api';
  return {
    async means(client) {
      const { code } = bodyOf(await client.call('POST', `${api}/codes`, { body: {} }));
      const device = { ip: '203.0.113.7', browserData: { userAgent: 'Mozilla/5.0' } };
      return { method: 'BLIK', instrument: { type: 'BLIK_CODE', code }, device };
    },
    async tryToConfirm(client, { paymentId }) {
      const pushes = bodyOf(await client.call<Push[]>('GET', `${api}/pushes`));
      const push = pushes.find((one) => one.paymentId === paymentId);
      if (!push) return false;
      const path = `${api}/pushes/${push.pushId}`;
      const reply = await client.call('POST', path, { body: { action: 'accept' } });
      return reply.body['state'] === 'APPROVED';
    },
    comeBack: () => Promise.resolve(),
  };
}
