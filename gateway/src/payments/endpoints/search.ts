// POST /v1/ecommerce/payment/search: finds the payments of an order, only for the merchant of the
// token, also for an agent (specification 4.2 and 5). The successful one is first.

import { Type, type Static } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { knownFields, text } from '../../http/schema.ts';
import { addresses, keptParty, keptPartySchema } from '../fields/party.ts';
import { servedSince } from '../model/served-since.ts';
import type { PaymentParts } from '../processing/parts.ts';

const addressesSchema = Type.Object(addresses);

const party = (mid: string, description: string) => {
  const merchantId = Type.Optional(text(64, mid));
  return Type.Optional(Type.Object({ merchantId, ...addresses, ...keptParty }, { description }));
};

const body = Type.Object({
  extOrderId: Type.String({ minLength: 1, maxLength: 128, description: 'Exact order id' }),
  merchant: party(
    'MID; must be the one of the access token.',
    'Whose payments. Absent: those of the merchant of the access token. With other fields, only ' +
      'payments that were made with the same values.',
  ),
  agent: party(
    'MID of the agent.',
    'Only payments that were made through this agent, and with the same values of other fields.',
  ),
});

export const searchPayments = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/search',
    summary: 'Find the payments of an order',
    description:
      'Returns payment ids of the merchant of the token: the successful payment first, then the ' +
      'newest. Every other field is a filter: only payments whose creation request had exactly ' +
      'these values (redirectURL and acsNotificationURL: whoever named them). A token issued to ' +
      'an agent can name no other agent.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    body,
    reply: Type.Array(Type.String()),
    refusals: ['MERCHANT_MISMATCH'],
  },
  async (
    parts: Pick<PaymentParts, 'store' | 'clock'>,
    { body: { extOrderId, merchant, agent }, caller },
  ) => {
    const owner = caller as MerchantCaller;
    const named = merchant?.merchantId ?? owner.merchantId;
    const agentId = agent?.merchantId ?? null;
    const isOther = owner.agentId !== null && agentId !== null && agentId !== owner.agentId;
    if (named !== owner.merchantId || isOther) return refuse('MERCHANT_MISMATCH');
    return parts.store.searchOrder({
      merchantId: owner.merchantId,
      extOrderId,
      since: servedSince(parts.clock.now()),
      agentId,
      stored: [storedOf('merchant', merchant), storedOf('agent', agent)],
    });
  },
);

/** What the details of a payment must contain. */
function storedOf(name: 'merchant' | 'agent', given: Static<typeof body>['agent'] = {}): object {
  const own = knownFields(keptPartySchema, given);
  return withoutEmpty({ ...knownFields(addressesSchema, given), [name]: own });
}

/** An object without fields asks for nothing. */
function withoutEmpty(value: object): object {
  const fields = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const isObject = typeof inner === 'object' && inner !== null;
    return [name, isObject ? withoutEmpty(inner) : inner] as const;
  });
  const isAsked = (inner: unknown) => typeof inner !== 'object' || Object.keys(inner ?? {})[0];
  return Object.fromEntries(fields.filter(([, inner]) => isAsked(inner)));
}
