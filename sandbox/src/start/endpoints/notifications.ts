// POST and GET /sandbox/notifications: receives the notifications of test payments as a shop does,
// and shows them.

import { Type } from 'typebox';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { text, time } from '@bramka/gateway/http/schema.ts';
import { signedHeaders, type Receiver } from '../receiver.ts';

const field = (description: string) => Type.Optional(Type.String({ description }));

/** Some of its fields; the guide to notifications has them all. */
const messageSchema = Type.Object({
  event: field('Name of the event.'),
  eventId: field('Id of the event.'),
  occurredAt: field('When the change happened.'),
  merchantId: field('MID.'),
  paymentId: field('Id of the payment.'),
  status: field('New status of the payment.'),
});

interface Deps {
  readonly receiver: Receiver;
}

export const receiveNotification = endpoint(
  {
    method: 'POST',
    path: '/sandbox/notifications',
    summary: 'Receive a notification of a test payment',
    description:
      'A receiver as a shop has one: it accepts messages that are signed with the notification ' +
      'secret of a demo merchant, and keeps the latest in the memory of the process.',
    access: 'open',
    anyNames: true,
    body: messageSchema,
    reply: Type.Object({ received: Type.Boolean({ description: 'Always true.' }) }),
    refusals: ['BODY_TOO_LARGE', 'NOTIFICATION_NOT_AUTHENTIC'],
  },
  async ({ receiver }: Deps, { bodyText, header }) => {
    receiver.receive(bodyText, header);
    return { received: true };
  },
);

const headerSchema = Type.Object(
  Object.fromEntries(
    signedHeaders.map((name) => [name, Type.String({ description: `The header ${name}.` })]),
  ),
  { description: 'The headers that sign it.' },
);

export const listNotifications = endpoint(
  {
    method: 'GET',
    path: '/sandbox/notifications',
    summary: 'List the notifications received for a test payment',
    description: 'The newest first, as received by this process.',
    access: 'open',
    query: Type.Object({ paymentId: text(64, 'Id of the payment.') }),
    reply: Type.Array(
      Type.Object({
        merchantId: Type.String({ description: 'MID of the demo merchant.' }),
        paymentId: Type.String({ description: 'Id of the payment.' }),
        receivedAt: time('When it was received'),
        headers: headerSchema,
        body: Type.String({ description: 'The exact text of the message.' }),
      }),
    ),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ receiver }: Deps, { query }) => receiver.received(query.paymentId),
);
