// The events of merchants in the operator API, one line for each endpoint.

import { route, type Route } from '../http/endpoint.ts';
import {
  listFailingReceivers,
  listMerchantEvents,
  readMerchantEvent,
  readMerchantHealth,
  replayMerchantEvent,
  replayMerchantEvents,
  sendMerchantTest,
  type EventTools,
} from './endpoints/events.ts';

const events = '/v1/admin/merchants/{merchantId}/events';

export function merchantEventRoutes(tools: EventTools): Route[] {
  return [
    route('GET', events, listMerchantEvents(tools)),
    route('GET', `${events}/{eventId}`, readMerchantEvent(tools)),
    route('POST', `${events}/{eventId}/replay`, replayMerchantEvent(tools)),
    route('POST', `${events}/replay`, replayMerchantEvents(tools)),
    route('POST', `${events}/test`, sendMerchantTest(tools)),
    route('GET', `${events}/health`, readMerchantHealth(tools)),
    route('GET', '/v1/admin/receivers', listFailingReceivers(tools)),
  ];
}
