// A gateway whose directory server is in the hands of the test: payments in their challenge with
// all secrets of it, messages to the gateway, and everything that is recorded about a payment.
import assert from 'node:assert/strict';
import { secret } from '@bramka/gateway/core/secret.ts';
import { deriveKey } from '@bramka/gateway/core/seal.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { createAddresses } from '@bramka/gateway/threeds/addresses.ts';
import type { CallOptions, Json, Reply } from '../client.ts';
import { plainly } from '../engines.ts';
import { startGateway, type Gateway } from '../gateway.ts';
import { openBooks } from '../life/books.ts';
import { openDesk, unlimited, type Desk } from '../life/payments.ts';
import { assertAtRest } from '../life/race.ts';
import { createPlace } from '../place.ts';
import { authorizationsOf, notificationPath, passChallenge, payToChallenge } from './challenge.ts';
import { assertReceived, directoryBetween, type DirectoryBetween } from './directory-between.ts';
import { FORM } from './hostile-browser.ts';
import { asForm, targetOf, type Hostile, type Target } from './hostile-results.ts';
import { untilRangesKnown } from './known-ranges.ts';

export interface ResultRig {
  readonly gateway: Gateway;
  readonly directory: DirectoryBetween;
  /** Two merchants. */
  readonly shop: Desk;
  readonly rival: Desk;
  /** A payment in its challenge. */
  challenged(desk: Desk): Promise<Target>;
  /** The key of any transaction, as the gateway would make it. */
  keyOf(threeDSServerTransID: string): string;
  /** To the address for notifications. */
  notify(options: CallOptions, key?: string): Promise<Reply>;
  /** As JSON and, where a form can hold it, as a form: both answers. */
  send(message: Hostile): Promise<Reply[]>;
  /** Everything that is recorded about a payment, to be compared. */
  recordsOf(desk: Desk, paymentId: string): Promise<Json>;
  /** The customer passes, the genuine result is brought, and the money is taken once. */
  finish(desk: Desk, target: Target): Promise<void>;
  close(): Promise<void>;
}

/** Longer than any test takes: no answer of the directory server comes too late. */
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

export async function openResultRig(env: Readonly<Record<string, string>> = {}) {
  const database = process.env.BRAMKA_TEST_POSTGRES ? 'postgres' : 'embedded';
  const place = await createPlace(database);
  const directory = await directoryBetween();
  const gateway = await startGateway({
    place,
    env: { ...unlimited, ...patient, ...directory.env, ...env },
  });
  directory.leadTo(gateway);
  await untilRangesKnown(gateway);
  // Nobody else may look into an embedded database while the gateway lives in it.
  const books = database === 'postgres' ? await openBooks(place) : undefined;
  const master = secret(Buffer.from(place.masterKey, 'base64'));
  const keys = createAddresses(() => 'http://any', deriveKey(master, 'authentication results'));
  const shop = await openDesk(gateway);
  const rival = await openDesk(gateway);
  const rig: ResultRig = {
    gateway,
    directory,
    shop,
    rival,
    async challenged({ token }) {
      const { paymentId, acsData } = await payToChallenge(gateway, { token });
      return targetOf(paymentId, await directory.talk(acsData.tdsServerTxnId));
    },
    keyOf: (id) => new URL(keys.results(id)).searchParams.get('key') ?? '',
    notify(options, key) {
      const query = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
      return gateway.call('POST', `${notificationPath}${query}`, options);
    },
    async send({ key, body }) {
      const replies = [await rig.notify({ body }, key)];
      const form = asForm(body);
      if (form !== undefined) replies.push(await rig.notify({ body: form, headers: FORM }, key));
      return replies;
    },
    recordsOf: (desk, paymentId) => recordsOf(desk, books, paymentId),
    finish: (desk, target) => finish(rig, desk, target),
    async close() {
      try {
        if (books) await assertAtRest(books);
      } finally {
        await books?.close();
        await gateway.stop();
        await directory.close();
        await place.remove();
      }
    },
  };
  return rig;
}

async function recordsOf(
  desk: Desk,
  books: Database | undefined,
  paymentId: string,
): Promise<Json> {
  const records: Json = {
    payment: await desk.read(paymentId),
    transactions: await desk.transactions(paymentId),
    acsData: (await desk.call('GET', paymentId, '/acsData')).body['tdsServerTxnId'],
    charges: await desk.client.chargesOf(paymentId),
  };
  for (const table of books ? tables : []) {
    const text = `select to_jsonb(t)::text as row from ${table} t where payment_id = $1 order by 1`;
    records[table] = books && (await plainly(books, text, [paymentId]));
  }
  return records;
}

async function finish(rig: ResultRig, desk: Desk, target: Target): Promise<void> {
  const { gateway, directory } = rig;
  const { paymentId, id, key, acsTransId } = target;
  assert.deepEqual(await gateway.chargesOf(paymentId), []);
  await passChallenge(gateway, acsTransId);
  assertReceived(await rig.notify({ body: await directory.result(id) }, key));
  assert.equal((await gateway.waitForStatus(desk.token, paymentId))['status'], 'COMPLETED');
  const heard = await authorizationsOf(gateway, paymentId);
  assert.deepEqual(heard, [{ result: 'APPROVED', eci: '05', exemption: null }]);
}

export function statuses(replies: readonly Reply[]): number[] {
  return replies.map((reply) => reply.status);
}
