// Single events of a merchant and their deliveries, one line for each endpoint.

import { route, type Route } from '../../http/endpoint.ts';
import type { EventParts } from '../parts.ts';
import {
  readEvent,
  readEventHealth,
  replayManyEvents,
  replayOneEvent,
  sendTestEvent,
} from './events.ts';

const events = '/v1/ecommerce/events';

export function deliveryRoutes(parts: EventParts): Route[] {
  return [
    route('GET', `${events}/{eventId}`, readEvent(parts)),
    route('POST', `${events}/{eventId}/replay`, replayOneEvent(parts)),
    route('POST', `${events}/replay`, replayManyEvents(parts)),
    route('POST', `${events}/test`, sendTestEvent(parts)),
    route('GET', `${events}/health`, readEventHealth(parts)),
  ];
}
