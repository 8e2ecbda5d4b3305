// Reads requests to the simulated Click to Pay system: orders, choices and confirmations. An error
// names the field, never its value.

import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { numberText } from '@bramka/gateway/core/json.ts';
import { parseAmount } from '@bramka/gateway/core/money.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { ANY_ADDRESS, cardsOf } from './consumers.ts';
import { organizationOf } from './organization.ts';
import { checkoutForms, type CheckoutForm } from './rows.ts';
import type { Confirmation, Order } from './system/checkout.ts';
import type { Choice, Customer } from './system/click-to-pay.ts';

export type Fields = Readonly<Record<string, unknown>>;

const DPA_PREFIX = 'sandbox-';
const DPA_ID = /^sandbox-[A-Za-z0-9]{1,15}$/;
const EMAIL = /^[^\s@<>"]{1,64}@[A-Za-z0-9.-]{1,190}$/;
const YEAR_MONTH = /^20[0-9]{2}(0[1-9]|1[0-2])$/;
const CARD = /^[0-9]{12,19}$/;
const REFERENCE = /^[\x21-\x7e]{1,128}$/;
const VALID_YEARS = 4;

export function fieldsOf(body: unknown): Fields {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? (body as Fields) : {};
}

/** The MID in the id that this system has given to a shop. */
export function merchantOf({ dpaId }: Pick<Order, 'dpaId'>): string {
  return dpaId.slice(DPA_PREFIX.length);
}

function textIn(fields: Fields, name: string, form: RegExp, rule: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || !form.test(value)) throw invalid(name, rule);
  return value;
}

export function readOrder(fields: Fields): Order {
  const dpaId = textIn(fields, 'dpaId', DPA_ID, `must be ${DPA_PREFIX} and the MID of the shop`);
  const currency = textIn(fields, 'currency', /^[A-Z]{3}$/, 'must be a code such as PLN');
  // Forms send text, programs numbers.
  const { amount } = fields;
  const text = typeof amount === 'string' ? amount : (numberText(amount) ?? '');
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw invalid('amount', parsed.reason);
  return { dpaId, currency, amountMinor: parsed.money.minor };
}

export function readCustomer(fields: Fields): Customer {
  const { email = ANY_ADDRESS, origin } = fields;
  const address = textIn({ email }, 'email', EMAIL, 'must be an e-mail address');
  if (origin === undefined || origin === '') return { email: address, origin: null };
  const url = typeof origin === 'string' ? URL.parse(origin) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
  if (!isOrigin) throw invalid('origin', 'must be an origin such as https://shop.example');
  return { email: address, origin: url.origin };
}

/** A card of the profile by its id or number, or any other card of an accepted organization. */
export function readChoice(fields: Fields, email: string, clock: Clock): Choice {
  const number = readCard(fields, email);
  const { form = 'CARD', expDate, at } = fields;
  const checkoutForm = checkoutForms.find((one) => one === form);
  if (!checkoutForm) throw invalid('form', `must be one of ${checkoutForms.join(', ')}`);
  const year = new Date(clock.now()).getUTCFullYear() + VALID_YEARS;
  const expiry =
    expDate === undefined || expDate === ''
      ? `${String(year)}12`
      : textIn(fields, 'expDate', YEAR_MONTH, 'must have the form YYYYMM');
  const chosen: Choice & { form: CheckoutForm } = { card: number, expiry, form: checkoutForm };
  return at === undefined ? chosen : { ...chosen, issuedAt: readTime(at) };
}

function readCard(fields: Fields, email: string): string {
  const { card, cardId } = fields;
  const cards = cardsOf(email);
  if (cards.length === 0) refuse('CONSUMER_NOT_RECOGNISED');
  if (card !== undefined && card !== '') {
    const digits = typeof card === 'string' ? card.replaceAll(/[ -]/g, '') : '';
    if (!CARD.test(digits) || !passesLuhn(digits)) throw invalid('card', 'must be a card number');
    if (organizationOf(digits)) return digits;
    throw invalid('card', 'must be a card of Visa or Mastercard');
  }
  const chosen = cardId === undefined ? cards[0] : cards.find((one) => one.cardId === cardId);
  if (!chosen) throw invalid('cardId', 'must be the id of a card of the profile');
  return chosen.number;
}

function readTime(value: unknown): Instant {
  const at = typeof value === 'string' ? Date.parse(value) : NaN;
  if (Number.isNaN(at)) throw invalid('at', 'must be a time such as 2026-03-01T12:00:00Z');
  return at;
}

const results = { '01': 'SUCCESS', '02': 'FAILURE' } as const;

/** A confirmation as gateways send it. */
export function readConfirmation(fields: Fields): Confirmation {
  const correlationId = fields['srcCorrelationId'];
  if (typeof correlationId !== 'string' || !isUuid(correlationId)) {
    throw invalid('srcCorrelationId', 'must be the id of a checkout');
  }
  const visible = 'must be 1 to 128 visible characters';
  const data = fieldsOf(fields['confirmationData']);
  const status = data['confirmationStatus'];
  if (data['checkoutEventType'] !== '01') {
    throw invalid('confirmationData.checkoutEventType', 'must be 01');
  }
  if (status !== '01' && status !== '02') {
    throw invalid('confirmationData.confirmationStatus', 'must be 01 or 02');
  }
  const amount = fieldsOf(data['transactionAmount']);
  const currency = textIn(amount, 'transactionCurrencyCode', /^[A-Z]{3}$/, 'must be a currency');
  const parsed = parseAmount(numberText(amount['transactionAmount']) ?? '', currency);
  if (!parsed.ok) {
    throw invalid('confirmationData.transactionAmount.transactionAmount', parsed.reason);
  }
  return {
    correlationId,
    dpaId: textIn(fields, 'srcDpaId', REFERENCE, visible),
    paymentId: textIn(fields, 'merchantOrderId', REFERENCE, visible),
    result: results[status],
    amountMinor: parsed.money.minor,
    currency,
  };
}
