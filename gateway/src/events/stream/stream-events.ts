// GET /v1/ecommerce/events/stream: the events of a merchant as server-sent events, for receivers
// without a public address. Each has the headers and the bytes of a delivery.

import { Type } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import type { EventName } from '../event.ts';
import { checkPaymentId, cursorText, paymentFilter } from '../feed/list-events.ts';
import { eventMeanings } from '../meanings.ts';
import type { EventStreams } from './event-streams.ts';

const STREAM_TYPE = 'text/event-stream';

const query = Type.Object({
  after: Type.Optional(
    cursorText('A cursor of the feed; the header Last-Event-ID counts first. Absent: from now on.'),
  ),
  event: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only events with these names, separated by commas.',
      examples: ['PAYMENT_STATUS,REFUND_STATUS'],
    }),
  ),
  paymentId: paymentFilter,
});

export const streamEvents = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/events/stream',
    summary: 'Receive events as they happen, as server-sent events',
    description:
      'Each event has `id` (a cursor), `event` (its name) and `data`: JSON with `path` ' +
      '(`payment` or `tokenizer`), `headers` and `body`, as a delivery to ' +
      '`<notificationUrl>/<path>` would have them, signatures included. It begins after ' +
      'Last-Event-ID or `after`, otherwise with the next event. After a lost connection send the ' +
      'last `id` as Last-Event-ID: you miss no event. There is a line at least every 15 ' +
      'seconds. At most 5 streams per merchant and node. It ends when the access token expires ' +
      'or is revoked, and when the gateway stops.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    query,
    isStream: true,
    reply: Type.String({ description: 'A stream that does not end.' }),
    replyType: STREAM_TYPE,
    refusals: ['INVALID_REQUEST', 'CURSOR_INVALID', 'TOO_MANY_STREAMS'],
  },
  async ({ streams }: { readonly streams: EventStreams }, { query: asked, caller, header }) => {
    const { merchantId } = caller as MerchantCaller;
    const { paymentId = null } = asked;
    checkPaymentId(paymentId);
    const last = header('last-event-id') || undefined;
    const start =
      last === undefined
        ? { field: 'after', cursor: asked.after }
        : { field: 'Last-Event-ID', cursor: last };
    const bearer = (header('authorization') ?? '').replace(/^Bearer /i, '');
    const events = eventNames(asked.event);
    const { output } = await streams.open({ merchantId, bearer, events, paymentId }, start);
    const headers = {
      'content-type': `${STREAM_TYPE}; charset=utf-8`,
      // Some proxies collect an answer before they pass it on.
      'x-accel-buffering': 'no',
    };
    return new RawReply(200, headers, output);
  },
);

/** Null: all events. */
function eventNames(text: string | undefined): readonly EventName[] | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!Object.hasOwn(eventMeanings, name)) {
      const allowed = Object.keys(eventMeanings).join(', ');
      throw invalid('event', `must be names separated by commas, out of ${allowed}`);
    }
  }
  return names as EventName[];
}
