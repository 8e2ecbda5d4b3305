// Converts a creation request to a new payment row and its details: checks fields, sets defaults,
// and selects what is stored.

import { currencyDecimals } from '../../core/currency.ts';
import { numberText, writeJson } from '../../core/json.ts';
import { present } from '../../core/json/present.ts';
import { parseAmount, type Money } from '../../core/money.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import type { Instant } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { knownFields } from '../../http/schema.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { fundingMethods, methodOfType } from '../../methods/registry.ts';
import type { NewPayment } from '../model/advance.ts';
import { isRegistered, parseWebUrl } from '../links/return-url.ts';
import type { NewDetails } from '../model/payment-details.ts';
import { customerSchema } from '../fields/customer.ts';
import { deviceSchema } from '../fields/device.ts';
import { optionsSchema, type PaymentOptions } from '../fields/options.ts';
import { shippingSchema, type OrderDetails } from '../fields/order.ts';
import { keptPartySchema } from '../fields/party.ts';
import { withPayload } from './payload.ts';
import { CONSENTS_BYTES_MAX, type CreateRequest } from './schema.ts';

export const DEFAULT_VALID_SECONDS = 1800;

export function refuseOtherParties(
  body: Pick<CreateRequest, 'merchant' | 'agent'>,
  owner: MerchantCaller,
): void {
  const named = body.merchant?.merchantId;
  if (named !== undefined && named !== owner.merchantId) {
    const field = 'merchant.merchantId';
    refuse('MERCHANT_MISMATCH', [{ field, message: 'must be the merchant of the access token' }]);
  }
  const agent = body.agent?.merchantId;
  if (agent !== undefined && agent !== owner.agentId) {
    const field = 'agent.merchantId';
    refuse('MERCHANT_MISMATCH', [{ field, message: 'must be the agent of the access token' }]);
  }
}

/** The ids of a new payment and of the tokenization that follows it, if the merchant wants one. */
export interface NewIds {
  readonly paymentId: string;
  readonly tokenizerId: string | null;
}

export function newIds(ids: Ids, options: PaymentOptions | undefined): NewIds {
  const paymentId = ids.next();
  return { paymentId, tokenizerId: options?.tokenize ? ids.next() : null };
}

export function newPayment(
  body: CreateRequest,
  owner: MerchantCaller,
  { paymentId, tokenizerId }: NewIds,
  at: Instant,
): NewPayment {
  const amount = orderAmount(body);
  const { options, order } = body;
  return {
    merchantId: owner.merchantId,
    paymentId,
    agentId: owner.agentId,
    channel: body.channel ?? (owner.channel as NewPayment['channel'] | null) ?? 'WEBAPI',
    method: methodOf(body),
    transKind: options?.transKind ?? 'AUTH',
    transType: options?.transType ?? 'STANDARD',
    recurring: options?.recurring ?? null,
    currency: amount.currency,
    amountMinor: amount.minor,
    extOrderId: order.extOrderId ?? null,
    description: order.description ?? null,
    tokenizerId,
    ...untouched(options, at),
  };
}

/** What a payment has before anything has happened to it. */
export function untouched(options: PaymentOptions | undefined, at: Instant) {
  return {
    authorizedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    holdsOrder: false,
    rejectCode: null,
    dataRequest: 'INSTRUMENT',
    instrumentType: null,
    cardMask: null,
    organization: null,
    cardHeld: false,
    generation: 1,
    validUntil: at + validForMs(options),
    refusedTries: 0,
    refusedAt: null,
    holdUntil: null,
    createdAt: at,
  } as const;
}

/** How long a payment with these options may stay unfinished. */
export function validForMs(options: PaymentOptions | undefined): number {
  return (options?.validTime ?? DEFAULT_VALID_SECONDS) * 1000;
}

/** A payment under an agreement is made without the customer, unless the customer uses a page. */
export function isCustomerPresent(options: PaymentOptions | undefined, isAtPage: boolean): boolean {
  return isAtPage || options?.recurring !== 'SUBSEQUENT';
}

function orderAmount(body: CreateRequest): Money {
  const { currency, commission } = body.order;
  if (currencyDecimals(currency) === undefined) {
    throw invalid('order.currency', 'must be an active ISO 4217 currency such as PLN');
  }
  readCommission(commission, currency, 'order.commission');
  return readAmount(body.order.amount, currency, 'order.amount');
}

export function readAmount(value: unknown, currency: string, field: string): Money {
  const parsed = parseAmount(numberText(value) ?? '', currency);
  if (!parsed.ok) throw invalid(field, parsed.reason);
  return parsed.money;
}

/** A commission may be zero. */
export function readCommission(value: unknown, currency: string, field: string): bigint {
  const text = value === undefined ? '0' : (numberText(value) ?? '');
  if (text.startsWith('-')) throw invalid(field, 'must not be negative');
  return /^0(\.0+)?$/.test(text) ? 0n : readAmount(value, currency, field).minor;
}

function methodOf(body: CreateRequest): NewPayment['method'] {
  const named = body.method === 'UNKNOWN' ? undefined : body.method;
  const owned = body.instrument ? methodOfType(body.instrument.type) : undefined;
  if (named !== undefined && owned !== undefined && named !== owned) {
    throw invalid('method', `does not fit an instrument of type ${body.instrument?.type ?? ''}`);
  }
  // If one method alone can fund, no other can be chosen later.
  const isFunding = body.options?.transKind === 'ACCT_FUNDING';
  const only = isFunding && fundingMethods.length === 1 ? (fundingMethods[0] ?? null) : null;
  return named ?? owned ?? only;
}

/** Creation requests of tokenizations have no order and no consents. */
type DetailedRequest = Omit<CreateRequest, 'order' | 'channel' | 'method' | 'recipient'> & {
  readonly method?: CreateRequest['method'];
  readonly order?: CreateRequest['order'];
};

/** Only fields of the schemas are stored; of the instrument only its provider and payload. */
export function detailsOf(body: DetailedRequest, merchant: Merchant): NewDetails {
  const redirectURL = addressOf(body, 'redirectURL', merchant);
  const acsNotificationURL = addressOf(body, 'acsNotificationURL', merchant);
  if (body.options?.asyncNotify !== undefined && !merchant.settings.asyncNotifyAllowed) {
    throw invalid(
      'options.asyncNotify',
      'is not allowed for this merchant; the operator can allow it',
    );
  }
  const provider = body.instrument?.provider;
  return {
    ...withPayload({}, body.instrument, true),
    ...namedMethod(body),
    ...present({ provider, redirectURL, acsNotificationURL }),
    ...(body.merchant ? { merchant: knownFields(keptPartySchema, body.merchant) } : {}),
    ...(body.agent ? { agent: knownFields(keptPartySchema, body.agent) } : {}),
    ...(body.customer ? { customer: knownFields(customerSchema, body.customer) } : {}),
    ...(body.device ? { device: knownFields(deviceSchema, body.device) } : {}),
    ...(body.order ? { order: restOfOrder(body.order) } : {}),
    ...(body.options ? { options: knownFields(optionsSchema, body.options) } : {}),
    ...(body.consents ? { consents: consentsText(body.consents) } : {}),
  };
}

function namedMethod({ method }: DetailedRequest): Pick<NewDetails, 'method'> {
  return method === undefined || method === 'UNKNOWN' ? {} : { method };
}

/** Consents are opaque: stored as JSON text, with numbers as they were written. */
function consentsText(consents: NonNullable<CreateRequest['consents']>): string {
  const text = writeJson(consents);
  if (Buffer.byteLength(text) > CONSENTS_BYTES_MAX) {
    throw invalid('consents', `must have at most ${CONSENTS_BYTES_MAX} bytes as JSON`);
  }
  return text;
}

function restOfOrder({ shipping, commission }: CreateRequest['order']): OrderDetails {
  return present({ shipping: shipping && knownFields(shippingSchema, shipping), commission });
}

/** Merchant and agent may name it, whoever sends the request; the merchant allows its origin. */
function addressOf(
  body: DetailedRequest,
  name: 'redirectURL' | 'acsNotificationURL',
  merchant: Merchant,
): string | undefined {
  const [own, agents] = [body.merchant?.[name], body.agent?.[name]];
  refuseForeignOrigin(`merchant.${name}`, own, merchant);
  refuseForeignOrigin(`agent.${name}`, agents, merchant);
  if (own !== undefined && agents !== undefined && own !== agents) {
    throw invalid(`agent.${name}`, `must be the same as merchant.${name}, or be left out`);
  }
  return own ?? agents;
}

function refuseForeignOrigin(field: string, url: string | undefined, merchant: Merchant): void {
  if (url === undefined) return;
  const parsed = parseWebUrl(url);
  if (parsed === null) {
    throw invalid(field, 'must be an http or https URL without user name and password');
  }
  if (!isRegistered(parsed, merchant)) {
    const message = `The origin of ${field} is not registered. Add it to redirectOrigins.`;
    throw invalid(field, message);
  }
}
