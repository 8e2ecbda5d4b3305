// New payments and their instruments: cards that go straight to the acquirer, cards that are
// authenticated (with and without device data), and recurring payments.

import { acquirerTriggers } from '@bramka/sandbox/acquirer/triggers/triggers.ts';
import { maskOf } from '@bramka/gateway/cards/card-number.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { app, askingCards, browser, quietCards } from '../issuer/cards.ts';
import type { Chance } from '../world/chance.ts';
import { merchantIds } from '../world/merchants.ts';

const cards = acquirerTriggers.filter(({ kind }) => kind === 'card');
const approved = cards.filter(({ outcome }) => outcome === 'APPROVED');
const faulty = cards.filter(({ outcome }) => isFault(outcome));
const declined = cards.filter(({ outcome }) => isDecline(outcome));
/** Cardholder names that make the acquirer fail with any card. */
const faultyNames = acquirerTriggers.filter(({ kind, outcome }) => {
  return kind === 'name' && (isFault(outcome) || isDecline(outcome));
});

function isDecline(outcome: string): boolean {
  return !/^(APPROVED|SLOW|NO_ANSWER|ANSWER_LOST|ERROR_AFTER|GARBAGE|PENDING_THEN)/.test(outcome);
}

function isFault(outcome: string): boolean {
  return /_|SLOW/.test(outcome) && !isDecline(outcome);
}

/** `cardShare`: how many percent of the cards are enrolled in 3-D Secure. */
export function newPayment(
  chance: Chance,
  mark: string,
  cardShare: number,
  initials: readonly Payment[],
) {
  const hasBegun = initials.some(({ status }) => status === 'COMPLETED');
  const first = chance.percent(hasBegun ? 40 : 5) ? pickInitial(chance, initials) : undefined;
  if (first) return nextOfSeries(chance, mark, first);
  const merchantId = chance.pick(merchantIds);
  const paywall = chance.percent(25);
  const extOrderId = `order-${String(chance.below(5))}`;
  const isBare = paywall || chance.percent(5);
  const isFirst = cardShare > 0 && chance.percent(20);
  // The first payment of a series is only useful if its customer is authenticated.
  const share = isFirst && chance.percent(80) ? 100 : cardShare;
  return {
    merchantId,
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
        ...(isFirst ? { recurring: 'INITIAL' } : {}),
        ...(chance.percent(10) ? { repeat: false } : {}),
      },
      ...(isBare ? {} : instrumentAndDevice(chance, true, share)),
    },
  };
}

/** Usually one that has succeeded. */
function pickInitial(chance: Chance, initials: readonly Payment[]): Payment | undefined {
  const done = initials.filter(({ status }) => status === 'COMPLETED');
  const from = done.length > 0 && chance.percent(85) ? done : initials;
  return from.length === 0 ? undefined : chance.pick(from);
}

/** A payment without the customer, usually with the card of the first one. */
function nextOfSeries(chance: Chance, mark: string, first: Payment) {
  const known = [...quietCards, ...askingCards, ...cards.map(({ value }) => value)];
  const same = known.find((number) => maskOf(number) === first.cardMask);
  const instrumentNo = same !== undefined && chance.percent(85) ? same : chance.pick(quietCards);
  const card = { instrument: { type: 'CARD', instrumentNo, expDate: '203012' } };
  return {
    merchantId: chance.percent(95) ? first.merchantId : chance.pick(merchantIds),
    body: {
      channel: 'WEBAPI',
      order: { amount: amountOf(chance), currency: first.currency, description: mark },
      options: {
        transKind: chance.pick(['AUTH', 'PREAUTH']),
        recurring: 'SUBSEQUENT',
        refPaymentId: first.paymentId,
      },
      ...(chance.percent(85) ? card : {}),
    },
  };
}

/** The instrument, and the device data for most customers who will be authenticated. */
export function instrumentAndDevice(
  chance: Chance,
  mayMissCvv: boolean,
  cardShare: number,
): object {
  const isAsked = chance.percent(cardShare);
  const instrument = isAsked ? enrolledCard(chance) : plainCard(chance);
  const missing = mayMissCvv && chance.percent(25);
  const device = isAsked && chance.percent(90) ? { device: deviceOf(chance) } : {};
  const kept = { type: 'CARD', ...instrument, expDate: '203012' };
  return { instrument: { ...kept, ...(missing ? {} : { cvv: '123' }) }, ...device };
}

function plainCard(chance: Chance): object {
  const list = chance.weighted([
    [50, approved],
    [27, faulty],
    [23, declined],
  ]);
  return { instrumentNo: chance.pick(list).value };
}

function enrolledCard(chance: Chance): object {
  const instrumentNo = chance.pick(chance.percent(50) ? quietCards : askingCards);
  return chance.percent(80)
    ? { instrumentNo }
    : { instrumentNo, holder: chance.pick(faultyNames).value };
}

export function deviceOf(chance: Chance): object {
  return chance.percent(85) ? browser : app;
}

/** Amounts up to 500, with and without decimals, that print exactly. */
export function amountOf(chance: Chance): number {
  return chance.between(100, 50_000) / 100;
}
