// POST …/retry: registers a new payment with the order of a failed one, which stays unchanged
// (specification section 3, last row).

import type { Instant } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import { newIds, untouched, type NewIds } from '../requests/new-payment.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { beginPayment } from '../steps/begin-payment.ts';
import type { Origin } from '../../http/caller.ts';
import { seriesRefusals } from '../features/series.ts';
import type { NewPayment } from '../model/advance.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { nextPaymentStatus } from '../model/payment.states.ts';
import { linkedSchema } from '../replies/payment.view.ts';
import { recordWithLink } from '../replies/record-with-link.ts';
import { withSplit } from '../replies/split/subpayment.view.ts';

type RetryDeps = Pick<PaymentParts, 'store' | 'merchants' | 'clock' | 'ids' | 'processor'> &
  DepsOf<typeof beginPayment | typeof recordWithLink>;

export const retryPayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/retry',
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
  },
  async (deps: RetryDeps, { params, caller, address, keep }) => {
    const failed = await findPayment(deps, caller, params.paymentId);
    nextPaymentStatus(failed.status, 'retry', { payment: failed, attempts: [] });
    const request = await readRetry(deps, failed, { caller, address });
    const { decision } = await beginPayment(deps, request, undefined);
    const { payment, subpayments } = decision.loaded;
    const view = await recordWithLink(deps, payment, subpayments);
    keep(decision.draft, view);
    await deps.processor.begin(decision);
    return view;
  },
);

async function readRetry(
  { store, merchants, clock, ids }: RetryDeps,
  failed: Payment,
  origin: Origin,
) {
  const { merchantId, paymentId } = failed;
  const [stored, consents, merchant] = await Promise.all([
    store.details(merchantId, paymentId),
    store.consents(merchantId, paymentId),
    merchants.find(merchantId),
  ]);
  if (!merchant) return refuse('PAYMENT_NOT_FOUND');
  const now = { at: clock.now(), ids };
  const { caller } = origin;
  const agentId = caller.kind === 'merchant' ? caller.agentId : null;
  const payment = freshOf(failed, agentId, newIds(ids, stored.options), stored, now.at);
  const details = { ...keptDetails(stored), ...present({ consents }) };
  const actor = actorOf(caller);
  return { failed, origin, actor, merchant, payment, details, customerPresent: true, now };
}

/** The customer may use another device, a new instance of the SDK, or another instrument. */
function keptDetails(stored: PaymentDetails): PaymentDetails {
  const { merchant, agent, customer, order, options, redirectURL, acsNotificationURL } = stored;
  const parties = present({ merchant, agent, customer });
  return { ...parties, ...present({ order, options, redirectURL, acsNotificationURL }) };
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
  return { ...order, ...ids, method: null, agentId, ...untouched(options, at) };
}
