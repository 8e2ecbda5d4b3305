// The operator's endpoints for the events of a merchant, and the receivers of all merchants that
// fail.

import { Type } from 'typebox';
import { firstIdAt } from '../../core/id.ts';
import {
  answerHealth,
  answerReplay,
  answerReplays,
  answerTest,
  answerWithAttempts,
  eventWithAttempts,
  findEvent,
  replayReply,
} from '../../events/endpoints/answers.ts';
import { listBadEnds, listUnhealthyReceivers } from '../../events/delivery/receiver.store.ts';
import { replayDescription } from '../../events/endpoints/events.ts';
import type { EventParts } from '../../events/parts.ts';
import { eventId, eventSchema, eventView } from '../../events/event.view.ts';
import { answerPage, feedPage, type FeedParts } from '../../events/feed/list-events.ts';
import { healthSchema, merchantReceiverSchema, receiverView } from '../../events/health.view.ts';
import { replayRequest } from '../../events/replay/replay-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { optionalText, patternText } from '../../http/schema.ts';
import { midField, midParams as params, requireMerchant } from '../fields.ts';

type EventTools = EventParts & FeedParts;

const PAGE = 100;
const MAX_COUNT = 1000;
const DAY_MS = 24 * 3_600_000;

const eventParams = Type.Object({ merchantId: midField, eventId });

const listMerchantEvents = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/events',
    summary: 'List the events of a merchant, with their delivery state',
    ...feedPage,
    access: 'operator',
    params,
    refusals: ['MERCHANT_NOT_FOUND', 'CURSOR_INVALID'],
  },
  async (tools: EventTools, { params: { merchantId }, query }) => {
    await requireMerchant(tools, merchantId);
    return answerPage(tools, merchantId, query);
  },
);

const readMerchantEvent = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/events/{eventId}',
    summary: 'Read an event of a merchant with every attempt to deliver it',
    access: 'operator',
    params: eventParams,
    reply: eventWithAttempts,
    refusals: ['MERCHANT_NOT_FOUND', 'EVENT_NOT_FOUND'],
  },
  async (tools: EventTools, { params: { merchantId, eventId: id } }) => {
    await requireMerchant(tools, merchantId);
    return answerWithAttempts(tools, merchantId, id);
  },
);

const replayMerchantEvent = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/events/{eventId}/replay',
    summary: 'Send an event of a merchant again',
    description: 'The message is the same, byte for byte; it is signed anew.',
    access: 'operator',
    action: { name: 'REPLAY_EVENT', subject: 'eventId' },
    params: eventParams,
    reply: eventSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'EVENT_NOT_FOUND', 'NOTIFICATION_URL_MISSING'],
  },
  async (tools: EventTools, { params: { merchantId, eventId: id }, note }) => {
    await requireMerchant(tools, merchantId);
    const event = await findEvent(tools, merchantId, id);
    note({ before: eventView(event) });
    return answerReplay(tools, merchantId, event);
  },
);

const replayMerchantEvents = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/events/replay',
    summary: 'Send all events of a merchant again that match a filter',
    description: replayDescription,
    access: 'operator',
    action: { name: 'REPLAY_EVENTS', subject: 'paymentId' },
    params,
    body: replayRequest,
    reply: replayReply,
    refusals: ['MERCHANT_NOT_FOUND', 'NOTIFICATION_URL_MISSING'],
  },
  async (tools: EventTools, { params: { merchantId }, body }) => {
    await requireMerchant(tools, merchantId);
    return answerReplays(tools, merchantId, body);
  },
);

const sendMerchantTest = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/events/test',
    summary: 'Send a test event to the notification address of a merchant',
    access: 'operator',
    action: { name: 'SEND_TEST_EVENT', subject: 'eventId' },
    params,
    reply: eventSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'NOTIFICATION_URL_MISSING'],
  },
  async (tools: EventTools, { params: { merchantId } }) => {
    await requireMerchant(tools, merchantId);
    return answerTest(tools, merchantId);
  },
);

const readMerchantHealth = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/events/health',
    summary: 'Read the health of the receivers of a merchant, and what is not delivered',
    access: 'operator',
    params,
    reply: healthSchema,
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (tools: EventTools, { params: { merchantId } }) => {
    await requireMerchant(tools, merchantId);
    return answerHealth(tools, merchantId);
  },
);

/** MID and origin of the last receiver of the previous page. */
const POSITION = '^[0-9]{4,15} [!-~]{1,2048}$';

const listFailingReceivers = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/receivers',
    summary: 'List the receivers of all merchants that fail, 100 at a time',
    description:
      'A receiver is the origin of a notification address. `undelivered` are the merchants with ' +
      'events of the last 24 hours that were refused or have failed.',
    access: 'operator',
    query: Type.Object({
      after: Type.Optional(
        patternText(POSITION, 'the value of next', {
          description: 'The value of `next` of the page before; absent: the first page',
        }),
      ),
    }),
    reply: Type.Object({
      receivers: Type.Array(merchantReceiverSchema, { description: 'In the order of MIDs.' }),
      next: optionalText('Where to continue; absent: the end'),
      undelivered: Type.Array(
        Type.Object({
          merchantId: Type.String({ description: 'MID of the merchant.' }),
          refusedEvents: Type.Integer({ description: 'Refused, at most 1000.' }),
          failedEvents: Type.Integer({ description: 'Failed, at most 1000.' }),
        }),
        { description: 'In the order of MIDs, at most 100.' },
      ),
    }),
  },
  async ({ database, clock }: EventTools, { query: { after = '' } }) => {
    const [merchantId = '', origin = ''] = after.split(' ');
    const receivers = await listUnhealthyReceivers(database, { merchantId, origin }, PAGE);
    const last = receivers.length === PAGE ? receivers.at(-1) : undefined;
    const dayAgo = firstIdAt(clock.now() - DAY_MS);
    return {
      receivers: receivers.map((one) => ({ merchantId: one.merchantId, ...receiverView(one) })),
      ...(last ? { next: `${last.merchantId} ${last.origin}` } : {}),
      undelivered: await listBadEnds(database, dayAgo, { perMerchant: MAX_COUNT, limit: PAGE }),
    };
  },
);

export const eventEndpoints = [
  listMerchantEvents,
  readMerchantEvent,
  replayMerchantEvent,
  replayMerchantEvents,
  sendMerchantTest,
  readMerchantHealth,
  listFailingReceivers,
];
