// POST …/retry: registers a new payment with the order of a failed one, which stays unchanged
// (specification section 3, last row).

import type { Instant } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import { newIds, validForMs, type NewIds } from '../requests/new-payment.ts';
import { decideRegister } from '../decisions/register.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { instrumentStep } from '../steps/instrument-step.ts';
import { agreementFor, seriesRefusals } from '../steps/series.ts';
import type { NewPayment } from '../advance.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';
import { nextPaymentStatus } from '../payment.states.ts';
import { linkedSchema } from '../replies/payment.view.ts';
import { recordWithLink } from '../replies/record-with-link.ts';
import { repeatedSplit } from '../split/new-split.ts';
import { withSplit } from '../split/subpayment.view.ts';
import { registerTokenization } from '../tokenizing.ts';

export function retryPayment(parts: PaymentParts) {
  return endpoint({
    summary: 'Retry a failed payment',
    description:
      'Creates a new payment of the same order, which waits for an instrument. A MARKETPLACE ' +
      'payment keeps its split. Account funding payments cannot be retried, because the card of ' +
      'the recipient is not kept.',
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    states: ['REJECTED', 'CANCELLED', 'ERROR'],
    params: paymentParams,
    reply: withSplit(linkedSchema),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'NOT_IN_THIS_STATE',
      'FUNDING_CANNOT_BE_RETRIED',
      'SUBMERCHANT_NOT_ALLOWED',
      ...seriesRefusals,
    ],
    async answer({ params, caller, address, keep }) {
      const failed = await findPayment(parts, caller, params.paymentId);
      nextPaymentStatus(failed.status, 'retry', { payment: failed, attempts: [] });
      const { merchantId } = failed;
      const [details, consents, merchant] = await Promise.all([
        parts.store.details(merchantId, failed.paymentId),
        parts.store.consents(merchantId, failed.paymentId),
        parts.merchants.find(merchantId),
      ]);
      if (!merchant) return refuse('PAYMENT_NOT_FOUND');
      const now = { at: parts.clock.now(), ids: parts.ids };
      const agentId = caller.kind === 'merchant' ? caller.agentId : null;
      const fresh = freshOf(failed, agentId, newIds(parts.ids, details.options), details, now.at);
      // The customer may use another device, a new instance of the SDK, or another instrument.
      const { method: _method, device: _device, sdkVersion: _sdk, ...chosen } = details;
      const { provider: _provider, instrument: _sent, saveCard: _consent, ...rest } = chosen;
      const { seenFrom: _from, ...stays } = rest;
      const { cancelReason: _cancel, withdrawalReasons: _withdrawals, ...kept } = stays;
      const shares = await repeatedSplit(parts, failed, fresh, merchant);
      await agreementFor(parts, merchant, fresh, details.options);
      const given = { ...kept, ...(consents === undefined ? {} : { consents }) };
      const registered = decideRegister(fresh, given, now, shares);
      registerTokenization(parts, registered, given, now);
      const customer = { customerPresent: true, isWhole: true, actor: actorOf(caller) };
      const unchosen = { instrument: undefined, method: undefined };
      const step = { ...unchosen, merchant, details, ...customer, origin: { caller, address } };
      const { decision } = await instrumentStep(parts, registered, step, now);
      const view = await recordWithLink(parts, decision.loaded.payment, shares);
      keep(decision.draft, view);
      await parts.processor.begin(decision);
      return view;
    },
  });
}

/** The same order, without anything that has happened to the failed payment. */
function freshOf(
  failed: Payment,
  agentId: string | null,
  ids: NewIds,
  { options }: PaymentDetails,
  at: Instant,
): NewPayment {
  const { version: _v, status: _s, sequence: _q, updatedAt: _u, ...order } = failed;
  return {
    ...order,
    ...ids,
    method: null,
    agentId,
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
  };
}
