// The endpoints of events, for merchants and for the operator.

import { route, type Route } from '../http/endpoint.ts';
import type { FeedStore } from './feed/feed.store.ts';
import { listEvents, listMerchantEvents } from './feed/list-events.ts';

const events = '/v1/ecommerce/events';
const ofMerchant = '/v1/admin/merchants/{merchantId}/events';

export interface EventRouteParts {
  readonly feed: FeedStore;
}

export function eventRoutes({ feed }: EventRouteParts): Route[] {
  return [
    route('GET', events, listEvents({ feed })),
    route('GET', ofMerchant, listMerchantEvents({ feed })),
  ];
}
