// POST /v1/ecommerce/payment: registers a payment and, when method and instrument are known, starts
// processing it (specification 4.2). The final status is read later, except after an early refusal.

import { Clean } from 'typebox/value';
import { currencyDecimals } from '../../core/currency.ts';
import { numberText } from '../../core/json.ts';
import { parseAmount, type Money } from '../../core/money.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { RejectCode } from '../../acquirers/reject-codes.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { methodOfType } from '../../methods/instrument.ts';
import type { Prepared } from '../../methods/method.ts';
import { methodFor } from '../../methods/registry.ts';
import type { Facts, NewPayment } from '../advance.ts';
import { decideRefuse, decideRegister, decideStart, type Decision } from '../decide.ts';
import type { PaymentDetails } from '../payment.ts';
import { recordSchema, recordView } from '../payment.view.ts';
import {
  createSchema,
  customerSchema,
  deviceSchema,
  optionsSchema,
  orderSchema,
  type CreateRequest,
} from '../request.ts';
import type { PaymentParts } from '../parts.ts';

const DEFAULT_VALID_SECONDS = 1800;

export function createPayment(parts: PaymentParts) {
  return endpoint({
    summary: 'Register a payment',
    description:
      'Answers with status NEW or PENDING; read the result with GET …/status. An early refusal ' +
      '(unsupported card range, channel or method off) is already final in the answer.',
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    body: createSchema,
    reply: recordSchema,
    refusals: ['INVALID_REQUEST', 'MERCHANT_MISMATCH', 'ORDER_ALREADY_PAID'],
    example: {
      channel: 'WEBAPI',
      method: 'CARD',
      order: { amount: 123.45, currency: 'PLN', extOrderId: 'order-1' },
      instrument: {
        type: 'CARD',
        instrumentNo: '4111111111111111',
        expDate: '203012',
        cvv: '123',
      },
    },
    async answer({ body, caller, keep }) {
      const owner = caller as MerchantCaller;
      refuseOtherParties(body, owner);
      const merchant = await parts.merchants.find(owner.merchantId);
      if (!merchant) return refuse('TOKEN_INVALID');
      const at = parts.clock.now();
      const fresh = newPayment(parts, body, owner, at);
      const prepared = prepare(body, at);
      const details = detailsOf(body, merchant);
      const registered = decideRegister(fresh, details, parts.ids);
      const early = earlyRefusal(merchant, fresh, body, prepared);
      if (early !== undefined || !prepared || prepared.kind === 'refused') {
        const decision = early ? refused(parts, registered, early, prepared, body) : registered;
        const view = recordView(decision.loaded.payment);
        keep(decision.draft, view);
        await parts.processor.commit(decision);
        return view;
      }
      const acquirer = parts.acquirers.choose(owner.merchantId);
      const started = decideStart(
        registered,
        {
          provider: acquirer.name,
          facts: instrumentFacts(body, prepared),
          checkAt: at + parts.firstLookMs,
        },
        at,
        parts.ids,
      );
      const view = recordView(started.loaded.payment);
      keep(started.draft, view);
      await parts.processor.authorize(started, prepared.card);
      return view;
    },
  });
}

function refuseOtherParties(body: CreateRequest, owner: MerchantCaller): void {
  const named = body.merchant?.merchantId;
  if (named !== undefined && named !== owner.merchantId) {
    refuse('MERCHANT_MISMATCH', [
      { field: 'merchant.merchantId', message: "must be the token's merchant" },
    ]);
  }
  const agent = body.agent?.merchantId;
  if (agent !== undefined && agent !== owner.agentId) {
    refuse('MERCHANT_MISMATCH', [
      { field: 'agent.merchantId', message: "must be the token's agent" },
    ]);
  }
}

function newPayment(
  parts: PaymentParts,
  body: CreateRequest,
  owner: MerchantCaller,
  at: number,
): NewPayment {
  const amount = orderAmount(body);
  const { options, order } = body;
  if (options?.transType === 'MARKETPLACE') {
    throw invalid('options.transType', 'MARKETPLACE is not available yet');
  }
  return {
    merchantId: owner.merchantId,
    paymentId: parts.ids.next(),
    agentId: owner.agentId,
    channel: body.channel ?? (owner.channel as NewPayment['channel'] | null) ?? 'WEBAPI',
    method: methodOf(body),
    transKind: options?.transKind ?? 'AUTH',
    transType: 'STANDARD',
    currency: amount.currency,
    amountMinor: amount.minor,
    authorizedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    extOrderId: order.extOrderId ?? null,
    holdsOrder: false,
    description: order.description ?? null,
    rejectCode: null,
    dataRequest: 'INSTRUMENT',
    instrumentType: null,
    cardMask: null,
    organization: null,
    validUntil: at + (options?.validTime ?? DEFAULT_VALID_SECONDS) * 1000,
    createdAt: at,
  };
}

function orderAmount(body: CreateRequest): Money {
  const { currency } = body.order;
  if (currencyDecimals(currency) === undefined) {
    throw invalid('order.currency', 'is not an ISO 4217 currency');
  }
  const commission = body.order.commission;
  if (commission !== undefined && numberText(commission) !== '0') {
    readAmount(commission, currency, 'order.commission');
  }
  return readAmount(body.order.amount, currency, 'order.amount');
}

function readAmount(value: unknown, currency: string, field: string): Money {
  const parsed = parseAmount(numberText(value) ?? '', currency);
  if (!parsed.ok) throw invalid(field, parsed.reason);
  return parsed.money;
}

function methodOf(body: CreateRequest): NewPayment['method'] {
  const named = body.method === 'UNKNOWN' ? undefined : body.method;
  const owned = body.instrument ? methodOfType[body.instrument.type] : undefined;
  if (named !== undefined && owned !== undefined && named !== owned) {
    throw invalid('method', `does not fit an instrument of type ${body.instrument?.type ?? ''}`);
  }
  return named ?? owned ?? null;
}

function prepare(body: CreateRequest, at: number): Prepared | undefined {
  if (!body.instrument) return undefined;
  return methodFor(body.instrument.type)?.prepare(body.instrument, at);
}

function earlyRefusal(
  merchant: Merchant,
  fresh: NewPayment,
  body: CreateRequest,
  prepared: Prepared | undefined,
): RejectCode | undefined {
  const { settings } = merchant;
  if (!settings.channels.includes(fresh.channel)) return 'CHANNEL_NOT_SUPPORTED';
  if (settings.currencies.length > 0 && !settings.currencies.includes(fresh.currency)) {
    return 'CURRENCY_NOT_SUPPORTED';
  }
  if (fresh.method !== null && !settings.methods.includes(fresh.method)) {
    return 'METHOD_NOT_SUPPORTED';
  }
  if (body.instrument && !prepared) return 'METHOD_NOT_SUPPORTED';
  return prepared?.kind === 'refused' ? prepared.rejectCode : undefined;
}

function instrumentFacts(body: CreateRequest, prepared: Prepared | undefined): Facts {
  return {
    instrumentType: body.instrument?.type ?? null,
    cardMask: prepared?.cardMask ?? null,
    organization: prepared?.organization ?? null,
  };
}

function refused(
  parts: PaymentParts,
  registered: Decision,
  code: RejectCode,
  prepared: Prepared | undefined,
  body: CreateRequest,
): Decision {
  const at = registered.loaded.payment.createdAt;
  return decideRefuse(registered, code, instrumentFacts(body, prepared), at, parts.ids);
}

function detailsOf(body: CreateRequest, merchant: Merchant): PaymentDetails {
  const redirectURL = body.merchant?.redirectURL;
  if (redirectURL !== undefined) refuseForeignOrigin(redirectURL, merchant);
  const notify = body.options?.asyncNotify;
  if (notify !== undefined && !merchant.settings.asyncNotifyAllowed) {
    throw invalid('options.asyncNotify', 'is not allowed for this merchant');
  }
  const { amount: _amount, ...order } = Clean(orderSchema, { ...body.order }) as object & {
    amount: unknown;
  };
  return {
    ...(redirectURL === undefined ? {} : { redirectURL }),
    ...(body.customer ? { customer: Clean(customerSchema, body.customer) as object } : {}),
    ...(body.device ? { device: Clean(deviceSchema, body.device) as object } : {}),
    order,
    ...(body.options ? { options: Clean(optionsSchema, body.options) as object } : {}),
    ...(body.consents ? { consents: body.consents } : {}),
  };
}

function refuseForeignOrigin(url: string, merchant: Merchant): void {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  if (origin === 'null' || !/^https?:/.test(origin)) {
    throw invalid('merchant.redirectURL', 'must be an http or https address');
  }
  const { redirectOrigins } = merchant.settings;
  if (!redirectOrigins.includes('*') && !redirectOrigins.includes(origin)) {
    throw invalid(
      'merchant.redirectURL',
      "its origin is not among the merchant's redirect origins",
    );
  }
}
