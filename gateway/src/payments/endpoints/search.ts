// POST /v1/ecommerce/payment/search: finds the payments of an order, only for the merchant of the
// token, also for an agent (specification 4.2 and 5). The successful one is first.

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { text } from '../../http/schema.ts';
import { servedSince } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';

const party = (mid: string, description: string) => {
  const merchantId = Type.Optional(text(64, mid));
  return Type.Optional(Type.Object({ merchantId }, { description }));
};

export function searchPayments(parts: PaymentParts) {
  return endpoint({
    summary: 'Find the payments of an order',
    description:
      'Returns payment ids of the merchant of the token: the successful payment first, then the ' +
      'newest. With agent, only payments that were made through that agent; a token issued to ' +
      'an agent can name no other agent.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    body: Type.Object({
      extOrderId: Type.String({ minLength: 1, maxLength: 128, description: 'Exact order id' }),
      merchant: party(
        'MID; must be the one of the access token.',
        'Whose payments. Absent: those of the merchant of the access token.',
      ),
      agent: party('MID of the agent.', 'Only payments that were made through this agent.'),
    }),
    reply: Type.Array(Type.String()),
    refusals: ['INVALID_REQUEST', 'MERCHANT_MISMATCH'],
    async answer({ body, caller }) {
      const owner = caller as MerchantCaller;
      const named = body.merchant?.merchantId ?? owner.merchantId;
      const agent = body.agent?.merchantId ?? null;
      const isOther = owner.agentId !== null && agent !== null && agent !== owner.agentId;
      if (named !== owner.merchantId || isOther) return refuse('MERCHANT_MISMATCH');
      const since = servedSince(parts.clock.now());
      return parts.store.searchOrder(owner.merchantId, body.extOrderId, since, agent);
    },
  });
}
