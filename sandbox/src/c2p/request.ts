// Requests to the simulated Click to Pay system: the schemas of their fields, and what orders,
// choices and confirmations mean. Pages send the same fields as programs.

import { Type, type Static } from 'typebox';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { numberText, type JsonNumber } from '@bramka/gateway/core/json.ts';
import { parseAmount } from '@bramka/gateway/core/money.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import { amount, oneOf, patternText } from '@bramka/gateway/http/schema.ts';
import { checkedText, currency, readOrigin, text, uuid, yearMonth } from '../party/schemas.ts';
import { ANY_ADDRESS, cardsOf, organizationIn } from './consumers.ts';
import { checkoutForms } from './rows.ts';
import type { Confirmation, Order } from './system/checkout.ts';
import type { Choice, Customer } from './system/click-to-pay.ts';

export const forms = {
  CARD: 'The card number; the gateway authenticates the customer.',
  TOKEN: 'A network token with its cryptogram; authorized at once.',
};

const DPA_PREFIX = 'sandbox-';
export const order = {
  dpaId: patternText(`^${DPA_PREFIX}[A-Za-z0-9]{1,15}$`, `${DPA_PREFIX} and the MID of the shop`, {
    description: 'Id of the shop: sandbox- and its MID.',
  }),
  amount: amount('Amount that the customer confirms.'),
  currency,
};

export const emailAddress = (description: string) =>
  patternText('^[^\\s@<>"]{1,64}@[A-Za-z0-9.-]{1,190}$', 'an e-mail address', { description });

export const params = Type.Object({ sessionId: text('Id of the checkout.') });

/** The MID in the id that this system has given to a shop. */
export function merchantOf({ dpaId }: Pick<Order, 'dpaId'>): string {
  return dpaId.slice(DPA_PREFIX.length);
}

/** Forms send amounts as text, programs as numbers. */
type Amount = string | number | JsonNumber;

interface Fields extends Partial<Record<'dpaId' | 'currency' | 'email' | 'origin', string>> {
  readonly amount?: Amount;
}

export function readOrder(fields: Fields): Order {
  const dpaId = checkedText('dpaId', fields.dpaId, order.dpaId);
  return { dpaId, ...readAmount('amount', fields.amount, fields.currency) };
}

function readAmount(field: string, given: Amount | undefined, code: string | undefined) {
  const currencyCode = checkedText('currency', code, currency);
  const written = typeof given === 'string' ? given : (numberText(given) ?? '');
  const parsed = parseAmount(written, currencyCode);
  if (!parsed.ok) throw invalid(field, parsed.reason);
  return { amountMinor: parsed.money.minor, currency: currencyCode };
}

export function readCustomer({ email = ANY_ADDRESS, origin }: Fields): Customer {
  return {
    email: checkedText('email', email, emailAddress('')),
    origin: readOrigin(origin),
  };
}

const VALID_YEARS = 4;

type ChoiceFields = Partial<Record<'card' | 'cardId' | 'form' | 'expDate' | 'at', string>>;

/** A card of the profile by its id or number, or any other card of an accepted organization. */
export function readChoice(fields: ChoiceFields, email: string, clock: Clock): Choice {
  const card = readCard(fields, email);
  const { form = 'CARD', expDate, at } = fields;
  const checkoutForm = checkoutForms.find((one) => one === form);
  if (!checkoutForm) throw invalid('form', `must be one of ${checkoutForms.join(', ')}`);
  const lastYear = new Date(clock.now()).getUTCFullYear() + VALID_YEARS;
  const expiry = expDate ? checkedText('expDate', expDate, yearMonth('')) : `${String(lastYear)}12`;
  const issuedAt = at === undefined ? undefined : Date.parse(at);
  if (Number.isNaN(issuedAt)) throw invalid('at', 'must be a time such as 2026-03-01T12:00:00Z');
  return { card, expiry, form: checkoutForm, issuedAt };
}

function readCard({ card, cardId }: ChoiceFields, email: string): string {
  const cards = cardsOf(email);
  if (cards.length === 0) refuse('CONSUMER_NOT_RECOGNISED');
  if (card) {
    const digits = card.replaceAll(/[ -]/g, '');
    const isNumber = /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits);
    if (!isNumber) throw invalid('card', 'must be a card number');
    if (organizationIn(digits)) return digits;
    throw invalid('card', 'must be a card of Visa or Mastercard');
  }
  const chosen = cardId === undefined ? cards[0] : cards.find((one) => one.cardId === cardId);
  if (!chosen) throw invalid('cardId', 'must be the id of a card of the profile');
  return chosen.number;
}

export const reference = (description: string) =>
  patternText('^[!-~]{1,128}$', '1 to 128 visible characters', { description });

export const confirmationSchema = Type.Object({
  srcCorrelationId: uuid('Id of the checkout'),
  srcDpaId: reference('Id of the shop.'),
  merchantOrderId: reference('Id of the payment.'),
  confirmationData: Type.Object(
    {
      checkoutEventType: oneOf({ '01': 'Authorization.' }, 'What happened.'),
      checkoutEventStatus: text('02: confirmed, 03: cancelled.'),
      confirmationStatus: oneOf({ '01': 'Success.', '02': 'Failure.' }, 'How it ended.'),
      transactionAmount: Type.Object(
        {
          transactionAmount: amount('Amount of the payment.'),
          transactionCurrencyCode: order.currency,
        },
        { description: 'What was authorized.' },
      ),
    },
    { description: 'How it ended.' },
  ),
});
export type ConfirmationBody = Static<typeof confirmationSchema>;

/** A confirmation as gateways send it. */
export function readConfirmation(body: ConfirmationBody): Confirmation {
  const { srcCorrelationId: correlationId, confirmationData: data } = body;
  if (!isUuid(correlationId)) throw invalid('srcCorrelationId', 'must be the id of a checkout');
  const { transactionAmount, transactionCurrencyCode } = data.transactionAmount;
  const field = 'confirmationData.transactionAmount.transactionAmount';
  return {
    correlationId,
    dpaId: body.srcDpaId,
    paymentId: body.merchantOrderId,
    result: data.confirmationStatus === '01' ? 'SUCCESS' : 'FAILURE',
    ...readAmount(field, transactionAmount, transactionCurrencyCode),
  };
}
