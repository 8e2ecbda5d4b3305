// The events of a merchant as a feed and as a stream.

import { route, type Route } from '../http/endpoint.ts';
import { listEvents } from './feed/list-events.ts';
import type { EventReading } from './open-events.ts';
import { streamEvents } from './stream/stream-events.ts';

const events = '/v1/ecommerce/events';

export function eventRoutes(parts: EventReading): Route[] {
  return [
    route('GET', events, listEvents(parts)),
    route('GET', `${events}/stream`, streamEvents(parts)),
  ];
}
