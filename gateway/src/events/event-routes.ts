// The endpoints of events, for merchants and for the operator.

import { route, type Route } from '../http/endpoint.ts';
import { listEvents, listMerchantEvents } from './feed/list-events.ts';
import type { EventTools } from './open-events.ts';
import { streamEvents } from './stream/stream-events.ts';

const events = '/v1/ecommerce/events';
const ofMerchant = '/v1/admin/merchants/{merchantId}/events';

export type EventRouteParts = EventTools;

export function eventRoutes(parts: EventRouteParts): Route[] {
  return [
    route('GET', events, listEvents(parts)),
    route('GET', `${events}/stream`, streamEvents(parts)),
    route('GET', ofMerchant, listMerchantEvents(parts)),
  ];
}
