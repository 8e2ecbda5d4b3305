// POST /v1/ecommerce/payment: registers a payment and, when method and instrument are known, starts
// processing it (specification 4.2). The final status is read later, except after an early refusal.

import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import type { MerchantCaller, Origin } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import {
  detailsOf,
  isCustomerPresent,
  newIds,
  newPayment,
  refuseOtherParties,
} from '../requests/new-payment.ts';
import { beginPayment } from '../steps/begin-payment.ts';
import { seriesRefusals } from '../features/series.ts';
import { checkCreation } from '../requests/check-request.ts';
import { mayNeedCustomer, recordAfter } from '../replies/customer-step.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import { orderRefusals } from '../processing/taken-order.ts';
import { createdSchema } from '../replies/payment.view.ts';
import { pageDataOf } from '../replies/page-data.ts';
import { recordWithLink } from '../replies/record-with-link.ts';
import { withSplit } from '../replies/split/subpayment.view.ts';
import { createSchema, type CreateRequest } from '../requests/schema.ts';

const description =
  'The answer has status NEW or PENDING; read the result with GET …/status. A payment that ' +
  'is refused early (card range not supported, card expired, bank, channel or method not ' +
  'enabled) is REJECTED in the answer already, on every channel. If the card needs 3-D ' +
  'Secure, the answer contains acsData, or dataRequest DEVICE if device data is missing; ' +
  'missingFields names the fields. A payment without the customer (options.recurring ' +
  'SUBSEQUENT) needs options.refPaymentId: the completed INITIAL payment with the same card, ' +
  'in which the customer was authenticated. A payment with options.transType MARKETPLACE is ' +
  'divided by order.subpayments; the answer contains the id of each share. On channel ' +
  'PAYWALL the answer contains the link to the payment page and its CLIENT token, unless the ' +
  'payment is refused early.';

type CreateDeps = Pick<
  PaymentParts,
  'merchants' | 'clock' | 'ids' | 'receiverRules' | 'processor'
> &
  DepsOf<typeof beginPayment | typeof recordWithLink | typeof recordAfter | typeof pageDataOf>;

export const createPayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment',
    summary: 'Create a payment',
    description,
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    body: createSchema,
    reply: withSplit(createdSchema),
    refusals: [
      'MERCHANT_MISMATCH',
      'SUBMERCHANT_NOT_ALLOWED',
      ...orderRefusals,
      ...seriesRefusals,
      'TOO_MANY_DECLINES',
    ],
  },
  async (deps: CreateDeps, { body, caller, address, keep }) => {
    const request = await readCreation(deps, body, { caller, address });
    const { merchant, details } = request;
    const { decision, missingFields } = await beginPayment(deps, request, body.instrument);
    const { subpayments } = decision.loaded;
    const record = (payment: Payment) => recordWithLink(deps, payment, subpayments);
    const view = { ...(await record(decision.loaded.payment)), ...present({ missingFields }) };
    keep(decision.draft, view);
    const committed = await deps.processor.begin(decision);
    if (mayNeedCustomer(committed.loaded)) return recordAfter(deps, committed, record);
    const { payment } = committed.loaded;
    return { ...view, ...(await pageDataOf(deps, payment, merchant, details)) };
  },
);

/** Refuses what the request alone shows to be wrong, and reads the new payment from it. */
async function readCreation(
  { merchants, clock, ids, receiverRules }: CreateDeps,
  body: CreateRequest,
  origin: Origin,
) {
  const owner = origin.caller as MerchantCaller;
  refuseOtherParties(body, owner);
  checkCreation(body, receiverRules);
  const merchant = (await merchants.find(owner.merchantId)) ?? refuse('TOKEN_INVALID');
  const now = { at: clock.now(), ids };
  const payment = newPayment(body, owner, newIds(ids, body.options), now.at);
  const customerPresent = isCustomerPresent(body.options, payment.channel === 'PAYWALL');
  const details = detailsOf(body, merchant);
  const actor = actorOf(owner);
  return { body, origin, actor, merchant, payment, details, customerPresent, now };
}
