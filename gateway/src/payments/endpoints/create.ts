// POST /v1/ecommerce/payment: registers a payment and, when method and instrument are known, starts
// processing it (specification 4.2). The final status is read later, except after an early refusal.

import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import {
  detailsOf,
  isCustomerPresent,
  newIds,
  newPayment,
  refuseOtherParties,
} from '../requests/new-payment.ts';
import { decideRegister } from '../decisions/register.ts';
import { instrumentStep } from '../steps/instrument-step.ts';
import { holdRecipient, readRecipient, useRecipient } from '../steps/funding.ts';
import { agreementFor, seriesRefusals } from '../steps/series.ts';
import { checkCreation } from '../requests/check-request.ts';
import { mayNeedCustomer, recordAfter } from '../replies/customer-step.ts';
import { refuseUnframed } from '../links/look.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import { orderRefusals } from '../processing/taken-order.ts';
import { createdSchema } from '../replies/payment.view.ts';
import { pageDataOf } from '../replies/page-data.ts';
import { recordWithLink } from '../replies/record-with-link.ts';
import { newSplit } from '../split/new-split.ts';
import { withSplit } from '../split/subpayment.view.ts';
import { registerTokenization } from '../tokenizing.ts';
import { createSchema } from '../requests/schema.ts';

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

export function createPayment(parts: PaymentParts) {
  return endpoint({
    summary: 'Create a payment',
    description,
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    body: createSchema,
    reply: withSplit(createdSchema),
    refusals: [
      'INVALID_REQUEST',
      'MERCHANT_MISMATCH',
      'SUBMERCHANT_NOT_ALLOWED',
      ...orderRefusals,
      ...seriesRefusals,
      'TOO_MANY_DECLINES',
    ],
    async answer({ body, caller, address, keep }) {
      const owner = caller as MerchantCaller;
      refuseOtherParties(body, owner);
      checkCreation(body, parts.receiverRules);
      const merchant = await parts.merchants.find(owner.merchantId);
      if (!merchant) return refuse('TOKEN_INVALID');
      const now = { at: parts.clock.now(), ids: parts.ids };
      const fresh = newPayment(body, owner, newIds(parts.ids, body.options), now.at);
      refuseUnframed(body.options, fresh, merchant);
      const actor = actorOf(caller);
      const recipient = await readRecipient(parts, body.recipient, fresh, actor);
      const details = { ...detailsOf(body, merchant), ...present({ recipient: recipient?.shown }) };
      const shares = await newSplit(parts, body, fresh, merchant);
      const registered = decideRegister(fresh, details, now, shares);
      holdRecipient(registered, recipient);
      registerTokenization(parts, registered, details, now);
      const customerPresent = isCustomerPresent(body.options, fresh.channel === 'PAYWALL');
      const agreement = await agreementFor(parts, merchant, fresh, details.options);
      const instrument = body.instrument && (await parts.openFields(body.instrument));
      const method = instrument && parts.methods.findByType(instrument.type);
      const use = recipient && useRecipient(parts, recipient.found, details);
      const whole = { instrument, method, isWhole: true, actor, recipient: use };
      const origin = { caller, address };
      const step = { ...whole, merchant, details, customerPresent, agreement, origin };
      const { decision, missingFields } = await instrumentStep(parts, registered, step, now);
      const record = (payment: Payment) => recordWithLink(parts, payment, shares);
      const view = { ...(await record(decision.loaded.payment)), ...present({ missingFields }) };
      keep(decision.draft, view);
      const committed = await parts.processor.begin(decision);
      if (!mayNeedCustomer(committed.loaded)) {
        const { payment } = committed.loaded;
        return { ...view, ...(await pageDataOf(parts, payment, merchant, details)) };
      }
      return recordAfter(parts, committed, record);
    },
  });
}
