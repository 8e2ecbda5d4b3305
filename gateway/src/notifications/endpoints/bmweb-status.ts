// POST and GET /v1/ecommerce/notifications/bmweb/status (specification 4.4): the notification of a
// bank transfer from Autopay, and the customer who comes back from a bank. There is no token; both
// messages carry a hash.

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import { TRANSFER_PATH } from '../../providers/autopay/messages/return.ts';
import { handleReturn } from '../handle-return.ts';
import { answerMessage, named, type MessageDeps, type ReturnDeps } from './provider-message.ts';

const MAX_FIELD_LENGTH = 60_000;
const text = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }));

export const transferStatus = endpoint(
  {
    method: 'POST',
    path: TRANSFER_PATH,
    summary: 'Receive the status of a bank transfer',
    description:
      "For Autopay, not for merchants: the instant notification (ITN) of Autopay's protocol, " +
      'about a transfer or a BLIK payment. It is answered with CONFIRMED, or with ' +
      'NOTCONFIRMED if the order or its amount is not known.',
    access: 'open',
    body: Type.Object({
      transactions: Type.Optional(
        Type.String({
          maxLength: MAX_FIELD_LENGTH,
          description: 'The notification: XML with its hash, in base64.',
        }),
      ),
    }),
    anyNames: true,
    bodies: ['json', 'form'],
    replyType: 'text/xml',
    reply: Type.String({ description: 'The confirmation: XML with its hash.' }),
    refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
  },
  async (deps: MessageDeps, call) => {
    const provider = named(deps, 'BM', 'readMessage') ?? refuse('NOTIFICATION_NOT_AUTHENTIC');
    return answerMessage(deps, provider, call);
  },
);

export const transferReturn = endpoint(
  {
    method: 'GET',
    path: TRANSFER_PATH,
    summary: 'Bring a customer back from the bank',
    description:
      'For browsers, not for merchants: the address to which a bank sends the customer after a ' +
      'transfer. The hash proves the sender. The query contains no status and never sets one.',
    access: 'open',
    query: Type.Object({
      ServiceID: text('Id of the gateway at the provider.'),
      OrderID: text('Order at the provider.'),
      Hash: text('Hash of ServiceID, OrderID and the shared key.'),
    }),
    reply: Type.Object({}, { description: 'Never sent: browsers are redirected.' }),
    browserReply:
      'The browser is redirected (303) to the merchant’s redirectURL or to the page of the ' +
      'payment, on channel PAYWALL always to the page.',
    refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
  },
  async (deps: ReturnDeps, { query }) =>
    RawReply.redirect(await handleReturn(deps, deps.providers.list, query)),
);
