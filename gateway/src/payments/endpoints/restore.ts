// POST …/restore: creates a new link and CLIENT token for a PAYWALL payment that is still NEW; the
// old ones stop working (specification section 3).

import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { validForMs } from '../requests/new-payment.ts';
import { newDecision } from '../decisions/decision.ts';
import { decideRestore } from '../decisions/register.ts';
import { changePayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { linkedSchema } from '../replies/payment.view.ts';
import { recordWithLink } from '../replies/record-with-link.ts';

type RestorePaymentDeps = Pick<PaymentParts, 'store'> &
  DepsOf<typeof changePayment | typeof recordWithLink>;

export const restorePayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/restore',
    summary: 'Create a new payment link and CLIENT token',
    description: 'The previous ones stop working, and the validity time starts again.',
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    states: ['NEW'],
    params: paymentParams,
    reply: linkedSchema,
    refusals: ['PAYMENT_NOT_FOUND', 'NOT_IN_THIS_STATE', 'NOT_ON_PAYWALL'],
  },
  async (parts: RestorePaymentDeps, { params, caller, keep }) => {
    let view: object = {};
    await changePayment(parts, caller, params.paymentId, async (loaded, now) => {
      const { merchantId, paymentId } = loaded.payment;
      const { options } = await parts.store.details(merchantId, paymentId);
      const decision = decideRestore(newDecision(loaded), validForMs(options), now);
      view = await recordWithLink(parts, decision.loaded.payment);
      keep(decision.draft, view);
      return decision;
    });
    return view;
  },
);
