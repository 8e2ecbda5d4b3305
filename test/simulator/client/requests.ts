// Random requests of merchants and customers, mostly aimed at payments where they may succeed.

import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { payments } from '@bramka/gateway/payments/model/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { majorOf } from '../world/merchants.ts';
import { isWaitingForTry } from '../tries/try-model.ts';
import type { World } from '../world/world.ts';
import { merchant, type ClientOperation, type Request } from './call.ts';
import { amountOf, deviceOf, instrumentAndDevice, newPayment } from './new-payments.ts';
import { isRefundable, refundBody } from './refund-requests.ts';
import { splitBody, splitShareOf } from './split-payments.ts';

/** Some worlds make many refunds. */
const refundWeights = [14, 14, 60];

const weights: readonly (readonly [number, ClientOperation])[] = [
  [26, 'create'],
  [9, 'put'],
  [8, 'patch'],
  [12, 'cancel'],
  [14, 'capture'],
  [13, 'adjust'],
  [12, 'withdraw'],
  [5, 'retry'],
  [4, 'restore'],
  [4, 'status'],
  [2, 'search'],
  [5, 'device'],
  [2, 'acsData'],
  [2, 'refunds'],
];

/** Draws operations, with the same weights for a whole world. */
export function operationsOf(world: World): (chance: Chance) => ClientOperation {
  const refunds = createChance(world.seed, 43).pick(refundWeights);
  return (chance) => chance.weighted([...weights, [refunds, 'refund']]);
}

/** `mark` is written into what the request creates, so that its effects can be counted. */
export function drawRequest(
  world: World,
  chance: Chance,
  operation: ClientOperation,
  mark: string,
  hot?: Payment,
): Request | undefined {
  const key = chance.percent(40) ? `key-${mark}` : null;
  if (operation === 'create') return { ...create(world, chance, mark), key };
  const target = hot ?? pickTarget(world, chance, operation);
  if (!target) return undefined;
  return { ...pickPayment(world, chance, operation, mark, target), key };
}

function pickPayment(
  world: World,
  chance: Chance,
  operation: ClientOperation,
  mark: string,
  target: Payment,
): Request {
  const { merchantId, paymentId } = target;
  const caller = merchant(merchantId);
  const request = { operation, caller, params: { paymentId }, key: null };
  switch (operation) {
    case 'put':
      return {
        ...request,
        caller: customer(chance, target),
        body: named(world, chance, instrumentAndDevice(chance, true, world.issuer.cardShare)),
      };
    case 'patch':
      return { ...request, caller: customer(chance, target), body: { cvv: '123' } };
    case 'device':
      return {
        ...request,
        caller: customer(chance, target),
        body: { device: deviceOf(chance) },
      };
    case 'cancel':
      return { ...request, caller: customer(chance, target), body: cancelBody(chance) };
    case 'capture':
      return { ...request, body: captureBody(chance, target, mark) };
    case 'adjust':
      return { ...request, body: { amount: newTotal(chance, target), description: mark } };
    case 'withdraw':
      return {
        ...request,
        params: { paymentId, transId: pickTrans(world, chance, target) },
        body: {},
      };
    case 'refund':
      return { ...request, body: refundBody(world, chance, target, mark) };
    case 'search':
      return { ...request, params: {}, body: { extOrderId: target.extOrderId ?? 'order-0' } };
    default:
      return { ...request, body: {} };
  }
}

/** The payments on which each operation may succeed. */
const fits: Readonly<Partial<Record<ClientOperation, (payment: Payment) => boolean>>> = {
  put: (payment) => payment.status === 'NEW' || isWaitingForTry(payment),
  patch: ({ dataRequest }) => dataRequest === 'CARD_CVV',
  device: ({ dataRequest }) => dataRequest === 'DEVICE',
  acsData: ({ dataRequest }) => dataRequest === 'CARD_3DS',
  cancel: ({ status }) => ['NEW', 'PENDING', 'COMPLETED'].includes(status),
  capture: isOpenHold,
  adjust: isOpenHold,
  withdraw: isOpenHold,
  retry: ({ status }) => ['REJECTED', 'CANCELLED', 'ERROR'].includes(status),
  restore: ({ status, channel }) => status === 'NEW' && channel === 'PAYWALL',
  refund: isRefundable,
  refunds: isRefundable,
};

export function isOpenHold({ status, transKind, capturedMinor }: Payment): boolean {
  return status === 'COMPLETED' && transKind === 'PREAUTH' && capturedMinor === 0n;
}

function pickTarget(world: World, chance: Chance, operation: ClientOperation): Payment | undefined {
  const { memory } = world.storage;
  const all = memory.rows<Payment>(payments);
  const adjusted = new Set(
    memory
      .rows<Transaction>(transactions)
      .filter(isLiveAdjustment)
      .map((row) => row.paymentId),
  );
  const fitting = all
    .filter(fits[operation] ?? (() => true))
    .filter((row) => operation !== 'withdraw' || adjusted.has(row.paymentId));
  // A customer whose try was refused usually tries again.
  const refused = operation === 'put' ? fitting.filter(isWaitingForTry) : [];
  if (refused.length > 0 && chance.percent(70)) return chance.pick(refused);
  const from = fitting.length > 0 && chance.percent(90) ? fitting : all;
  if (from.length === 0 || (from !== fitting && chance.percent(60))) return undefined;
  return chance.pick(from);
}

function pickTrans(world: World, chance: Chance, { paymentId }: Payment): string {
  const ofPayment = world.storage.memory
    .rows<Transaction>(transactions)
    .filter((row) => row.paymentId === paymentId);
  const live = ofPayment.findLast(isLiveAdjustment);
  if (live && chance.percent(80)) return live.transId;
  return ofPayment.length === 0 ? paymentId : chance.pick(ofPayment).transId;
}

function isLiveAdjustment({ type, status }: Transaction): boolean {
  return type === 'ADJUSTMENT' && status === 'COMPLETED';
}

/** Usually the merchant; sometimes the payment page, sometimes with a replaced link. */
function customer(chance: Chance, { merchantId, paymentId, channel, generation }: Payment) {
  if (channel !== 'PAYWALL' || chance.percent(40)) return merchant(merchantId);
  const old = chance.percent(25) ? 1 : generation;
  return { kind: 'client', merchantId, paymentId, generation: old, isSuspended: false } as const;
}

function create(world: World, chance: Chance, mark: string): Request {
  const initials = world.storage.memory
    .rows<Payment>(payments)
    .filter(({ recurring }) => recurring === 'INITIAL');
  const { merchantId, body: plain } = newPayment(chance, mark, world.issuer.cardShare, initials);
  const isSplit = chance.percent(splitShareOf(world));
  const body = named(world, chance, isSplit ? splitBody(chance, merchantId, plain) : plain);
  return { operation: 'create', caller: merchant(merchantId), params: {}, key: null, body };
}

/** Where there are several providers, some payments name theirs. */
function named<Body extends object>({ plan }: World, chance: Chance, body: Body): Body {
  const { instrument } = body as { instrument?: object };
  if (plan.names.length === 1 || !instrument || !chance.percent(8)) return body;
  return { ...body, instrument: { ...instrument, provider: chance.pick(plan.names) } };
}

function cancelBody(chance: Chance): object {
  return chance.percent(50) ? {} : { reason: chance.pick(['FRAUD', 'CLIENT', 'TIMEOUT']) };
}

/** Any total, or one near the payment's amount, where the tolerance ends. */
function newTotal(chance: Chance, { amountMinor, currency }: Payment): number {
  if (chance.percent(50)) return amountOf(chance);
  const minor = Number(amountMinor);
  const total = chance.between(Math.floor(minor * 0.8), Math.ceil(minor * 1.3));
  return majorOf(Math.max(1, total), currency);
}

function captureBody(chance: Chance, target: Payment, description: string): object {
  const { authorizedMinor, currency, transType } = target;
  if (chance.percent(transType === 'MARKETPLACE' ? 80 : 40)) return { description };
  const held = Number(authorizedMinor);
  const amount = chance.percent(80) && held > 0 ? chance.between(1, held) : held + 100;
  return { amount: majorOf(amount, currency), description };
}
