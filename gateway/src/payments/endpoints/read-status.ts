// GET /v1/ecommerce/payment/{paymentId}/status: the current status (specification 4.2), at once or
// when the payment has changed.

import { Type } from 'typebox';
import type { Caller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { patternText } from '../../http/schema.ts';
import { seenBy } from '../../providers/coarse-reasons.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Payment } from '../model/payment.ts';
import { customerStep } from '../replies/customer-step.ts';
import { statusSchema, statusView } from '../replies/payment.view.ts';

/** Also in the pattern of `wait`. */
export const MAX_WAIT_SECONDS = 25;

const query = Type.Object({
  wait: Type.Optional(
    patternText('^([0-9]|1[0-9]|2[0-5])$', `a whole number from 0 to ${MAX_WAIT_SECONDS}`, {
      description:
        `Seconds to wait for a change, from 0 to ${MAX_WAIT_SECONDS}; absent: 0. ` +
        'The answer may come earlier.',
      examples: [String(MAX_WAIT_SECONDS)],
    }),
  ),
  after: Type.Optional(
    patternText('^[0-9]{1,9}$', 'the version of an earlier answer', {
      description: 'The version that you have seen. Absent, or another version: no wait.',
      examples: ['3'],
    }),
  ),
});

type ReadStatusDeps = Pick<PaymentParts, 'links'> &
  DepsOf<typeof findPayment | typeof findChanged | typeof customerStep>;

export const readStatus = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/status',
    summary: 'Read the status of a payment',
    description:
      'With wait and after the answer comes when the payment has changed, at the latest after ' +
      'wait seconds. Only some requests can wait for a payment at a time; others are answered ' +
      'at once.',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    query,
    reply: statusSchema,
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (parts: ReadStatusDeps, { params, query: { wait, after }, caller, releaseSlot }) => {
    const seconds = Number(wait ?? 0);
    const waitMs = after === undefined ? 0 : seconds * 1000;
    const find = () => findPayment(parts, caller, params.paymentId);
    const payment =
      waitMs === 0
        ? await find()
        : await findChanged(parts, caller, find, { seen: Number(after), waitMs, releaseSlot });
    const view = statusView(seenBy(caller, payment), parts.links.url(payment));
    // The data of a challenge is not part of the status.
    if (payment.dataRequest === 'CARD_3DS') return view;
    return { ...view, ...(await customerStep(parts, payment)) };
  },
);

interface Wait {
  readonly seen: number;
  readonly waitMs: number;
  readonly releaseSlot: () => void;
}

/** Waits from before the first look, so that no change is missed in between. */
async function findChanged(
  { watch }: Pick<PaymentParts, 'watch'>,
  caller: Caller,
  find: () => Promise<Payment>,
  { seen, waitMs, releaseSlot }: Wait,
): Promise<Payment> {
  const first = await find();
  if (first.version !== seen || !('merchantId' in caller)) return first;
  const waiter = watch.join(first);
  if (!waiter) return first;
  try {
    const known = await find();
    if (known.version !== seen) return known;
    releaseSlot();
    await waiter.changed(seen, waitMs);
  } finally {
    waiter.leave();
  }
  return find();
}
