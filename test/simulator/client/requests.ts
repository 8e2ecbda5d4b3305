// What merchants and customers ask for: requests drawn by chance, aimed at payments where they
// may succeed, and often enough at others.

import type { Payment } from '@bramka/gateway/payments/payment.ts';
import { payments } from '@bramka/gateway/payments/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/transaction.ts';
import { acquirerTriggers } from '@bramka/sandbox/acquirer/triggers.ts';
import type { Chance } from '../world/chance.ts';
import { merchantIds } from '../world/merchants.ts';
import type { World } from '../world/world.ts';
import type { Operation, Request } from './call.ts';

const weights: readonly (readonly [number, Operation])[] = [
  [26, 'create'],
  [7, 'put'],
  [8, 'patch'],
  [12, 'cancel'],
  [14, 'capture'],
  [13, 'adjust'],
  [12, 'withdraw'],
  [5, 'retry'],
  [4, 'restore'],
  [4, 'status'],
  [2, 'search'],
];

const cards = acquirerTriggers.filter(({ kind }) => kind === 'card');
const approved = cards.filter(({ outcome }) => outcome === 'APPROVED');
const faulty = cards.filter(({ outcome }) => /_|SLOW/.test(outcome) && !isDecline(outcome));
const declined = cards.filter(({ outcome }) => isDecline(outcome));

function isDecline(outcome: string): boolean {
  return !/^(APPROVED|SLOW|NO_ANSWER|ANSWER_LOST|ERROR_AFTER|GARBAGE|PENDING_THEN)/.test(outcome);
}

export function drawOperation(chance: Chance): Operation {
  return chance.weighted(weights);
}

/** `mark` is written into what the request makes, so that its effects can be counted. */
export function drawRequest(
  world: World,
  chance: Chance,
  operation: Operation,
  mark: string,
  hot?: Payment,
): Request | undefined {
  const key = chance.percent(40) ? `key-${mark}` : null;
  if (operation === 'create') return { ...create(chance, mark), key };
  const target = hot ?? pickTarget(world, chance, operation);
  if (!target) return undefined;
  return { ...aim(world, chance, operation, mark, target), key };
}

function aim(
  world: World,
  chance: Chance,
  operation: Operation,
  mark: string,
  target: Payment,
): Request {
  const { merchantId, paymentId } = target;
  const caller = merchant(merchantId);
  const request = { operation, caller, params: { paymentId }, key: null };
  switch (operation) {
    case 'put':
      return { ...request, caller: customer(chance, target), body: instrument(chance, false) };
    case 'patch':
      return { ...request, caller: customer(chance, target), body: { cvv: '123' } };
    case 'cancel':
      return { ...request, caller: customer(chance, target), body: cancelBody(chance) };
    case 'capture':
      return { ...request, body: captureBody(chance, target, mark) };
    case 'adjust':
      return { ...request, body: { amount: amountOf(chance), description: mark } };
    case 'withdraw':
      return {
        ...request,
        params: { paymentId, transId: pickTrans(world, chance, target) },
        body: {},
      };
    case 'search':
      return { ...request, params: {}, body: { extOrderId: target.extOrderId ?? 'order-0' } };
    default:
      return { ...request, body: {} };
  }
}

/** Where each operation has a chance to succeed. */
const fits: Readonly<Partial<Record<Operation, (payment: Payment) => boolean>>> = {
  put: ({ status }) => status === 'NEW',
  patch: ({ status, dataRequest }) => status === 'NEW' && dataRequest === 'CARD_CVV',
  cancel: ({ status }) => ['NEW', 'PENDING', 'COMPLETED'].includes(status),
  capture: isOpenHold,
  adjust: isOpenHold,
  withdraw: isOpenHold,
  retry: ({ status }) => ['REJECTED', 'CANCELLED', 'ERROR'].includes(status),
  restore: ({ status, channel }) => status === 'NEW' && channel === 'PAYWALL',
};

export function isOpenHold({ status, transKind, capturedMinor }: Payment): boolean {
  return status === 'COMPLETED' && transKind === 'PREAUTH' && capturedMinor === 0n;
}

function pickTarget(world: World, chance: Chance, operation: Operation): Payment | undefined {
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
  const from = fitting.length > 0 && chance.percent(90) ? fitting : all;
  if (from.length === 0 || (from !== fitting && chance.percent(60))) return undefined;
  return chance.pick(from);
}

function pickTrans(world: World, chance: Chance, { paymentId }: Payment): string {
  const own = world.storage.memory
    .rows<Transaction>(transactions)
    .filter((row) => row.paymentId === paymentId);
  const live = own.findLast(isLiveAdjustment);
  if (live && chance.percent(80)) return live.transId;
  return own.length === 0 ? paymentId : chance.pick(own).transId;
}

function isLiveAdjustment({ type, status }: Transaction): boolean {
  return type === 'ADJUSTMENT' && status === 'COMPLETED';
}

export function merchant(merchantId: string) {
  return {
    kind: 'merchant',
    merchantId,
    agentId: null,
    resource: 'PAYMENT',
    channel: null,
  } as const;
}

/** Mostly the merchant; sometimes the payment page, sometimes with a link that was replaced. */
function customer(chance: Chance, { merchantId, paymentId, channel, generation }: Payment) {
  if (channel !== 'PAYWALL' || chance.percent(40)) return merchant(merchantId);
  const old = chance.percent(25) ? 1 : generation;
  return { kind: 'client', merchantId, paymentId, generation: old } as const;
}

function create(chance: Chance, mark: string): Request {
  const merchantId = chance.pick(merchantIds);
  const paywall = chance.percent(20);
  const extOrderId = `order-${String(chance.below(5))}`;
  return {
    operation: 'create',
    caller: merchant(merchantId),
    params: {},
    key: null,
    body: {
      channel: paywall ? 'PAYWALL' : 'WEBAPI',
      order: {
        amount: amountOf(chance),
        currency: chance.pick(['PLN', 'EUR']),
        description: mark,
        ...(chance.percent(85) ? { extOrderId } : {}),
      },
      options: {
        transKind: chance.pick(['AUTH', 'PREAUTH', 'PREAUTH']),
        validTime: chance.pick([60, 120, 600]),
      },
      ...(paywall || chance.percent(5) ? {} : { instrument: instrument(chance, true) }),
    },
  };
}

function instrument(chance: Chance, mayMissCvv: boolean): object {
  const list = chance.weighted([
    [55, approved],
    [30, faulty],
    [15, declined],
  ]);
  const missing = mayMissCvv && chance.percent(25);
  const instrumentNo = chance.pick(list).value;
  return { type: 'CARD', instrumentNo, expDate: '203012', ...(missing ? {} : { cvv: '123' }) };
}

function cancelBody(chance: Chance): object {
  return chance.percent(50) ? {} : { reason: chance.pick(['FRAUD', 'CLIENT', 'TIMEOUT']) };
}

function captureBody(chance: Chance, { authorizedMinor }: Payment, description: string): object {
  if (chance.percent(40)) return { description };
  const held = Number(authorizedMinor);
  const amount = chance.percent(80) && held > 0 ? chance.between(1, held) : held + 100;
  return { amount: amount / 100, description };
}

/** Whole and broken amounts up to 500, in steps that print exactly. */
function amountOf(chance: Chance): number {
  return chance.between(100, 50_000) / 100;
}
