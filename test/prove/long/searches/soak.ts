// One gateway under load for the whole time of the part: payments, holds, captures, adjustments and
// cancellations. Then it is stopped and its tables must be consistent, to the last payment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededChance, type Chance } from '../../../support/chance.ts';
import type { Reply } from '../../../support/client.ts';
import { startGateway, type Gateway } from '../../../support/gateway.ts';
import { findInconsistencies, openDatabaseOf } from '../../../support/life/consistency.ts';
import {
  addMerchantClient,
  withoutRateLimits,
  type MerchantClient,
} from '../../../support/life/payments.ts';
import { createInstallation, type DatabaseKind } from '../../../support/installation.ts';
import { repeatCommand, type Lane } from '../part.ts';

const CLIENTS = 8;
const REST_LIMIT_MS = 120_000;
const env = {
  ...withoutRateLimits,
  BRAMKA_PROVIDER_TIMEOUT_MS: '1000',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '5000',
};

const cards = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '4000000000000002',
  '4000000000009995',
];

/** What a shop does with a hold. */
const stories: readonly (readonly [path: string, body?: object][])[] = [
  [],
  [['/capture', { amount: 60 }]],
  [['/cancel']],
  [['/adjustment', { amount: 120 }], ['/capture']],
  [['/adjustment', { amount: 30 }], ['/cancel']],
];

export async function run(lane: Lane): Promise<void> {
  const installation = await createInstallation(lane.name as DatabaseKind);
  const gateway = await startGateway({ installation, env });
  const figures = { payments: 0, requests: 0 };
  const paymentIds: string[] = [];
  const violate = (text: string): void => {
    const repeat = repeatCommand('soak', lane.seed);
    lane.report({ violation: { text: `${lane.name}: ${text}`, repeat } });
  };
  const onReply = (reply: Reply<unknown>): void => {
    figures.requests += 1;
    if (reply.status >= 500) violate(`an answer is ${reply.status}: ${reply.text}`);
  };
  const merchant = await addMerchantClient(gateway);
  const client = async (index: number): Promise<void> => {
    const chance = seededChance(lane.seed + index);
    do {
      await shop(merchant, chance, paymentIds, onReply);
      figures.payments = paymentIds.length;
      if (index === 0) lane.report({ figures: { ...figures } });
    } while (!lane.isOver());
  };
  const firstMegabytes = memoryOf(gateway);
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  const megabytes = { 'MB of memory at first': firstMegabytes, 'MB at the end': memoryOf(gateway) };
  lane.report({ figures: { ...figures, ...megabytes } });
  await settle(merchant, paymentIds);
  await gateway.stop();
  const database = await openDatabaseOf(installation);
  try {
    for (const fault of await findInconsistencies(database)) violate(fault);
  } finally {
    await database.close();
  }
  await installation.remove();
}

async function shop(
  merchant: MerchantClient,
  chance: Chance,
  paymentIds: string[],
  onReply: (reply: Reply<unknown>) => void,
): Promise<void> {
  const isHold = chance.below(2) === 0;
  const transKind = isHold ? 'PREAUTH' : 'AUTH';
  const reply = await merchant.create({ amount: 100, card: chance.pick(cards), transKind });
  onReply(reply);
  const paymentId = reply.body['paymentId'];
  assert.ok(typeof paymentId === 'string', reply.text);
  paymentIds.push(paymentId);
  const { status } = await merchant.client.waitForStatus(merchant.token, paymentId);
  if (status !== 'COMPLETED') return;
  const steps = isHold ? chance.pick(stories) : chance.pick([[], [['/cancel'] as const]]);
  for (const [path, body] of steps) onReply(await merchant.call('POST', paymentId, path, body));
  onReply(await merchant.call('GET', paymentId));
}

/** Captures and cancellations may still be under way at the acquirer. */
async function settle(merchant: MerchantClient, paymentIds: readonly string[]): Promise<void> {
  const deadline = performance.now() + REST_LIMIT_MS;
  for (const paymentId of paymentIds) {
    for (;;) {
      const transactions = await merchant.transactions(paymentId);
      const isPending = transactions.some((one) => one['status'] === 'PENDING');
      if (!isPending || performance.now() > deadline) break;
      await sleep(100);
    }
  }
}

/** Resident memory of its process; 0 where the system does not tell. */
function memoryOf({ pid }: Gateway): number {
  try {
    const [, kilobytes] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
