// POST /v1/ecommerce/payment/search: payments of an order, within the token's merchant or, for an
// agent, the merchants bound to it (specification 4.2). The successful one is first.

import { Type } from 'typebox';
import { invalid, refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { servedSince } from '../requests/find-payment.ts';
import type { PaymentParts } from '../parts.ts';

const party = Type.Optional(
  Type.Object({ merchantId: Type.Optional(Type.String({ maxLength: 64 })) }),
);

export function searchPayments(parts: PaymentParts) {
  return endpoint({
    summary: 'Find the payments of an order',
    description:
      'Answers payment ids: the one that ended successfully first, then the newest first. A ' +
      'token issued to an agent also finds payments of the other merchants bound to that agent ' +
      'when the request names them, or names the agent.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    body: Type.Object({
      extOrderId: Type.String({ minLength: 1, maxLength: 128, description: 'Exact order id' }),
      merchant: party,
      agent: party,
    }),
    reply: Type.Array(Type.String()),
    refusals: ['INVALID_REQUEST', 'MERCHANT_MISMATCH'],
    example: { extOrderId: 'order-1' },
    async answer({ body, caller }) {
      const owner = caller as MerchantCaller;
      const named = body.merchant?.merchantId;
      const agent = body.agent?.merchantId;
      if (agent !== undefined && agent !== owner.agentId) return refuse('MERCHANT_MISMATCH');
      const merchantIds = await searchable(parts, owner, named, agent !== undefined);
      const since = servedSince(parts.clock.now());
      return parts.store.searchOrder(merchantIds, body.extOrderId, since);
    },
  });
}

async function searchable(
  parts: PaymentParts,
  owner: MerchantCaller,
  named: string | undefined,
  wholeAgent: boolean,
): Promise<string[]> {
  if (named === undefined && !wholeAgent) return [owner.merchantId];
  if (named === owner.merchantId) return [named];
  if (owner.agentId === null) return refuse('MERCHANT_MISMATCH');
  if (named === undefined) return parts.merchants.ofAgent(owner.agentId);
  if (!/^[0-9]{4,15}$/.test(named))
    throw invalid('merchant.merchantId', 'must be a MID of 4 to 15 digits');
  const other = await parts.merchants.find(named);
  const isBound = other?.settings.agents.includes(owner.agentId);
  return isBound === true ? [named] : refuse('MERCHANT_MISMATCH');
}
