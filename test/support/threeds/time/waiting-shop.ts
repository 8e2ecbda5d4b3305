// Payments that wait in each step of strong authentication while the test moves the sandbox clock,
// which is frozen otherwise.
import assert from 'node:assert/strict';
import type { Client, Json, Reply } from '../../client.ts';
import { base, bodyOf } from '../../life/payments.ts';
import {
  acsDataOf,
  browserDevice,
  cards,
  payWithDevice,
  waitForChallenge,
  type PendingChallenge,
} from '../challenge.ts';
import { authorizationsOf } from '../outcome.ts';

export interface WaitingShop {
  /** A payment with the customer's browser, valid for this many seconds. */
  pay(card: string, validTime?: number, extra?: Json): Promise<Reply>;
  /** NEW: the customer's device is not known yet. */
  withoutDevice(card: string, validTime: number): Promise<string>;
  giveDevice(paymentId: string): Promise<Reply>;
  /** In the 3DS Method step, until it is run. */
  inFingerprint(validTime?: number): Promise<{ paymentId: string; tdsServerTxnId: string }>;
  inChallenge(validTime?: number, card?: string): Promise<PendingChallenge>;
  /** The customer is asked in the bank's app. */
  decoupled(validTime?: number): Promise<string>;
  challengeOf(paymentId: string): Promise<PendingChallenge>;
  /** What the customer has to do now: run the 3DS Method, pass a challenge, or nothing. */
  due(paymentId: string): Promise<'fingerprint' | 'challenge' | 'nothing'>;
  status(paymentId: string): Promise<string>;
  /** Status and reason, then the acquirer's answer to each authorization. */
  end(paymentId: string): Promise<string>;
}

/** Below the limit the acquirer is called first, and soft-declines the soft-decline card. */
export const EXEMPT = { order: { amount: 10, currency: 'PLN' } };
const settings = { decoupled: true, lowValueLimits: { PLN: '50.00' } };

export async function openWaitingShop(client: Client, sca: Json = {}): Promise<WaitingShop> {
  const { merchantId, secret } = await client.addMerchant({ sca: { ...settings, ...sca } });
  // Tokens expire by the sandbox clock.
  const token = (): Promise<string> => client.authenticate(merchantId, secret);
  const optionsFor = (validTime: number | undefined): Json =>
    validTime === undefined ? {} : { options: { validTime } };
  const shop: WaitingShop = {
    async pay(card, validTime, extra) {
      const laid = { ...optionsFor(validTime), ...extra };
      return payWithDevice(client, { token: await token(), card, extra: laid });
    },
    async withoutDevice(card, validTime) {
      const extra = optionsFor(validTime);
      const made = bodyOf(await client.payByCard({ token: await token(), card, extra }));
      assert.deepEqual([made['status'], made['dataRequest']], ['NEW', 'DEVICE']);
      return made['paymentId'] as string;
    },
    async giveDevice(paymentId) {
      const body = { device: browserDevice() };
      return client.call('PATCH', `${base}/${paymentId}`, { token: await token(), body });
    },
    async inFingerprint(validTime) {
      const made = bodyOf(await shop.pay(cards.methodThenChallenge, validTime));
      const paymentId = made['paymentId'] as string;
      const acsData = await acsDataOf(client, await token(), paymentId);
      assert.ok(acsData.threeDSMethodURL, 'the 3DS Method is due');
      return { paymentId, tdsServerTxnId: acsData.tdsServerTxnId };
    },
    async inChallenge(validTime, card = cards.challenge) {
      return shop.challengeOf(bodyOf(await shop.pay(card, validTime))['paymentId'] as string);
    },
    async decoupled(validTime) {
      const made = bodyOf(await shop.pay(cards.decoupled, validTime));
      assert.deepEqual([made['status'], made['acsData']], ['PENDING', undefined]);
      return made['paymentId'] as string;
    },
    challengeOf: async (paymentId) => waitForChallenge(client, await token(), paymentId),
    async due(paymentId) {
      const path = `${base}/${paymentId}/acsData`;
      const { body } = await client.call('GET', path, { token: await token() });
      if (body['threeDSMethodURL'] !== undefined) return 'fingerprint';
      return body['acsTxnId'] === undefined ? 'nothing' : 'challenge';
    },
    async status(paymentId) {
      const { status, rejectCode = '' } = await client.statusOf(await token(), paymentId);
      return `${String(status)} ${String(rejectCode)}`.trim();
    },
    async end(paymentId) {
      await client.waitForStatus(await token(), paymentId);
      const authorizations = await authorizationsOf(client, paymentId);
      const results = authorizations.map(({ result }) => result);
      return [await shop.status(paymentId), ...results].join(' ');
    },
  };
  return shop;
}

/** Replaces the faults of the directory server or the ACS; without a fault it removes them. */
export async function setFault(client: Client, provider: string, fault?: Json): Promise<void> {
  const body = { provider, ...(fault ?? { clear: true }) };
  bodyOf(await client.call('POST', '/sandbox/faults', { body }));
}

/** Counts the authentication requests from now on, using a fault without a noticeable effect. */
export async function countRequests(client: Client): Promise<() => Promise<number>> {
  await setFault(client, 'directory', { latencyMs: 1, verbs: ['areq'] });
  return async () => {
    const faults = bodyOf(await client.call<Json[]>('GET', '/sandbox/faults'));
    return faults.find((one) => one['provider'] === 'directory')?.['calls'] as number;
  };
}
