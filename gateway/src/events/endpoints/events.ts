// A merchant's endpoints for one event and its delivery: read it with its attempts, send it again,
// send a test event, read the health of the receivers.

import { Type } from 'typebox';
import type { Caller, MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import {
  answerHealth,
  answerReplay,
  answerReplays,
  answerTest,
  answerWithAttempts,
  eventWithAttempts,
  findEvent,
  replayReply,
} from './answers.ts';
import { eventId, eventSchema } from '../event.view.ts';
import { healthSchema } from '../health.view.ts';
import type { EventParts } from '../parts.ts';
import { replayRequest } from '../replay/replay-request.ts';

const params = Type.Object({ eventId });
const common = { access: 'merchant', resource: 'PAYMENT' } as const;
const ownId = (caller: Caller): string => (caller as MerchantCaller).merchantId;

export const readEvent = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/events/{eventId}',
    ...common,
    summary: 'Read an event with every attempt to deliver it',
    description:
      'Attempts are kept for a time that the operator sets, 30 days by default. After that those ' +
      'that were repeated are deleted, and the last one loses its answer.',
    whileSuspended: true,
    params,
    reply: eventWithAttempts,
    refusals: ['EVENT_NOT_FOUND'],
  },
  (parts: EventParts, { params: { eventId: id }, caller }) =>
    answerWithAttempts(parts, ownId(caller), id),
);

export const replayOneEvent = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/events/{eventId}/replay',
    ...common,
    summary: 'Send an event again',
    description:
      'The message is the same, byte for byte, with the same eventId; it is signed anew. An ' +
      'event that is PENDING is sent now, after the earlier ones of its payment.',
    whileSuspended: true,
    params,
    reply: eventSchema,
    refusals: ['EVENT_NOT_FOUND', 'NOTIFICATION_URL_MISSING', 'TOO_MANY_REQUESTS'],
  },
  async (parts: EventParts, { params: { eventId: id }, caller }) => {
    const merchantId = ownId(caller);
    const event = await findEvent(parts, merchantId, id);
    parts.sendLimits.checkReplay(merchantId);
    const reply = await answerReplay(parts, merchantId, event);
    parts.sendLimits.countReplay(merchantId, 1);
    return reply;
  },
);

export const replayDescription =
  'By default those that were not delivered: REFUSED, FAILED and NOT_SENT. One call sends at ' +
  'most 1000 events again and reads at most 10000; go on with `next`. Events of payments that ' +
  'are no longer served do not exist any more.';

export const replayManyEvents = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/events/replay',
    ...common,
    summary: 'Send all events again that match a filter',
    description: replayDescription,
    whileSuspended: true,
    body: replayRequest,
    reply: replayReply,
    refusals: ['INVALID_REQUEST', 'NOTIFICATION_URL_MISSING', 'TOO_MANY_REQUESTS'],
  },
  async (parts: EventParts, { body, caller }) => {
    const merchantId = ownId(caller);
    parts.sendLimits.checkReplay(merchantId);
    const reply = await answerReplays(parts, merchantId, body);
    parts.sendLimits.countReplay(merchantId, reply.replayed);
    return reply;
  },
);

export const sendTestEvent = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/events/test',
    ...common,
    summary: 'Send a test event to the notification address',
    description:
      'The event TEST is signed and delivered like every other one. Read it to see the answer of ' +
      'the receiver.',
    reply: eventSchema,
    refusals: ['NOTIFICATION_URL_MISSING', 'TOO_MANY_REQUESTS'],
  },
  async (parts: EventParts, { caller }) => {
    const merchantId = ownId(caller);
    parts.sendLimits.takeTest(merchantId);
    return answerTest(parts, merchantId);
  },
);

export const readEventHealth = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/events/health',
    ...common,
    summary: 'Read the health of the receivers, and what is not delivered',
    whileSuspended: true,
    reply: healthSchema,
  },
  (parts: EventParts, { caller }) => answerHealth(parts, ownId(caller)),
);
