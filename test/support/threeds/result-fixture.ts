// A gateway whose directory server is controlled by the test: payments in their challenge with all
// of its secrets, messages to the gateway, and all records of a payment.
import assert from 'node:assert/strict';
import { createAddresses } from '@bramka/gateway/threeds/addresses.ts';
import type { CallOptions, Json, Reply } from '../client.ts';
import { runSql } from '../engines.ts';
import { startGateway, type Gateway } from '../gateway.ts';
import { openDatabaseOf, type OpenDatabase } from '../life/consistency.ts';
import { addMerchantClient, withoutRateLimits, type MerchantClient } from '../life/payments.ts';
import { assertConsistentAtRest } from '../life/race.ts';
import { createInstallation } from '../installation.ts';
import { notificationPath, passChallenge, payToChallenge } from './challenge.ts';
import { authorizationsOf } from './outcome.ts';
import { assertReceived, directoryBetween, type DirectoryBetween } from './directory-between.ts';
import { FORM } from './hostile-browser.ts';
import { asForm, targetOf, type Hostile, type Target } from './hostile-results.ts';
import { untilRangesKnown } from './known-ranges.ts';
import { prepareInstallationKeys } from '../tokens/installation-keys.ts';

export interface ResultFixture {
  readonly gateway: Gateway;
  readonly directory: DirectoryBetween;
  /** Two merchants. */
  readonly shop: MerchantClient;
  readonly rival: MerchantClient;
  /** A payment in its challenge. */
  challenged(merchant: MerchantClient): Promise<Target>;
  /** The result key of any transaction, as the gateway computes it. */
  keyOf(threeDSServerTransID: string): string;
  /** Calls the notification endpoint. */
  notify(options: CallOptions, key?: string): Promise<Reply>;
  /** Sends it as JSON and, if possible, as a form; returns both replies. */
  send(message: Hostile): Promise<Reply[]>;
  /** All records of a payment, for comparison. */
  recordsOf(merchant: MerchantClient, paymentId: string): Promise<Json>;
  /**
   * The customer passes the challenge, the genuine result is delivered, and the payment is charged
   * once.
   */
  finish(merchant: MerchantClient, target: Target): Promise<void>;
  close(): Promise<void>;
}

/** Longer than any test takes, so that the directory server's answers are never too late. */
const patient = { BRAMKA_PROVIDER_TIMEOUT_MS: '60000' };

const tables = [
  'payments',
  'payment_details',
  'transactions',
  'attempts',
  'authentications',
  'events',
  'deadlines',
  'held_cards',
  'ledger_transfers',
  'sandbox.charges',
];

export async function openResultFixture(env: Readonly<Record<string, string>> = {}) {
  const database = process.env.BRAMKA_TEST_POSTGRES ? 'postgres' : 'embedded';
  const installation = await createInstallation(database);
  const stored = await prepareInstallationKeys(installation);
  const directory = await directoryBetween();
  const gateway = await startGateway({
    installation,
    env: { ...withoutRateLimits, ...patient, ...directory.env, ...env },
  });
  directory.leadTo(gateway);
  await untilRangesKnown(gateway);
  // An embedded database cannot be read while the gateway uses it.
  const db = database === 'postgres' ? await openDatabaseOf(installation) : undefined;
  const keys = createAddresses(() => 'http://any', stored['authentication results']);
  const shop = await addMerchantClient(gateway);
  const rival = await addMerchantClient(gateway);
  const fixture: ResultFixture = {
    gateway,
    directory,
    shop,
    rival,
    async challenged({ token }) {
      const { paymentId, acsData } = await payToChallenge(gateway, { token });
      return targetOf(paymentId, await directory.talk(acsData.tdsServerTxnId));
    },
    keyOf: (id) => new URL(keys.resultUrl(id)).searchParams.get('key') ?? '',
    notify(options, key) {
      const query = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
      return gateway.call('POST', `${notificationPath}${query}`, options);
    },
    async send({ key, body }) {
      const replies = [await fixture.notify({ body }, key)];
      const form = asForm(body);
      if (form !== undefined)
        replies.push(await fixture.notify({ body: form, headers: FORM }, key));
      return replies;
    },
    recordsOf: (merchant, paymentId) => recordsOf(merchant, db, paymentId),
    finish: (merchant, target) => finish(fixture, merchant, target),
    async close() {
      try {
        if (db) await assertConsistentAtRest(db);
      } finally {
        await db?.close();
        await gateway.stop();
        await directory.close();
        await installation.remove();
      }
    },
  };
  return fixture;
}

async function recordsOf(
  merchant: MerchantClient,
  db: OpenDatabase | undefined,
  paymentId: string,
): Promise<Json> {
  const records: Json = {
    payment: await merchant.read(paymentId),
    transactions: await merchant.transactions(paymentId),
    acsData: (await merchant.call('GET', paymentId, '/acsData')).body['tdsServerTxnId'],
    charges: await merchant.client.chargesOf(paymentId),
  };
  for (const table of db ? tables : []) {
    const text = `select to_jsonb(t)::text as row from ${table} t where payment_id = $1 order by 1`;
    records[table] = db && (await runSql(db, text, [paymentId]));
  }
  return records;
}

async function finish(
  fixture: ResultFixture,
  merchant: MerchantClient,
  target: Target,
): Promise<void> {
  const { gateway, directory } = fixture;
  const { paymentId, id, key, acsTransId } = target;
  assert.deepEqual(await gateway.chargesOf(paymentId), []);
  await passChallenge(gateway, acsTransId);
  assertReceived(await fixture.notify({ body: await directory.result(id) }, key));
  assert.equal((await gateway.waitForStatus(merchant.token, paymentId))['status'], 'COMPLETED');
  const heard = await authorizationsOf(gateway, paymentId);
  assert.deepEqual(heard, [{ result: 'APPROVED', eci: '05', exemption: null }]);
}

export function statuses(replies: readonly Reply[]): number[] {
  return replies.map((reply) => reply.status);
}
