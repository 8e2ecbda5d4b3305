// POST /v1/ecommerce/notifications/blikweb/status (specification 4.4): receives results of BLIK
// payments and news about aliases from the operator. A message is authenticated by its signature,
// or by the bearer token of the operator.

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { BLIK_NOTIFICATION_PATH } from '../../providers/blik/notification.ts';
import { aliasStatuses } from '../../providers/provider-message.ts';
import { answerMessage, messageReply, named, type MessageDeps } from './provider-message.ts';

/** Fields have no type here: the message is read only after its signature. */
const field = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

export const blikStatus = endpoint(
  {
    method: 'POST',
    path: BLIK_NOTIFICATION_PATH,
    summary: 'Receive the result of a BLIK payment or news about an alias',
    description:
      'For the BLIK operator, not for merchants. The header Signature is the lower-case hex ' +
      'HMAC-SHA256 of the exact body with the key of the operator. Without this header the key ' +
      'itself is accepted as a bearer token (Authorization). Repeated, late and contradicting ' +
      'messages change nothing.',
    access: 'open',
    anyNames: true,
    body: Type.Object({
      orderId: field('Id of the attempt'),
      status: field('APPROVED, DECLINED, PENDING or AMBIGUOUS'),
      reason: field('DECLINED: why'),
      reference: field('Id at the operator'),
      amountMinor: field('APPROVED: in minor units, as text'),
      currency: field('APPROVED: PLN'),
      confirm: field('PENDING: whether the customer must confirm'),
      apps: field('AMBIGUOUS: the bank apps of the alias'),
      merchantId: field('MID of the merchant of the alias'),
      alias: field(`{type, value, status}; status is one of ${aliasStatuses.join(', ')}`),
    }),
    reply: messageReply,
    refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
  },
  async (deps: MessageDeps, call) => {
    const provider = named(deps, 'blik', 'readMessage') ?? refuse('NOTIFICATION_NOT_AUTHENTIC');
    return answerMessage(deps, provider, call);
  },
);
