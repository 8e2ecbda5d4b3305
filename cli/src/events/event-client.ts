// The event endpoints of the merchant API, as the commands use them.

import { call } from '../call.ts';
import type { Env } from '../operator-client.ts';
import { logIn, type MerchantOptions } from '../payments/merchant-client.ts';
import type { EventDetailsReply, EventReply } from './event-text.ts';

const EVENTS = '/v1/ecommerce/events';

interface EventPage {
  readonly events: readonly EventReply[];
  readonly next: string;
  readonly hasMore: boolean;
}

export type Query = Readonly<Record<string, string | undefined>>;

export interface EventClient {
  readonly merchantId: string;
  page(query: Query): Promise<EventPage>;
  read(eventId: string): Promise<EventDetailsReply>;
  replay(eventId: string): Promise<EventReply>;
  replayMany(filter: object): Promise<{ readonly replayed: number; readonly next?: string }>;
  sendTest(): Promise<EventReply>;
}

export async function openEventClient(options: MerchantOptions, env: Env): Promise<EventClient> {
  const { url, merchantId, bearer } = await logIn(options, env);
  const get = <Reply>(path: string): Promise<Reply> => call(url, { path, bearer });
  const post = <Reply>(path: string, body: object = {}): Promise<Reply> =>
    call(url, { method: 'POST', path, body, bearer });
  const at = (eventId: string): string => `${EVENTS}/${encodeURIComponent(eventId)}`;
  return {
    merchantId,
    page: (query) => get(`${EVENTS}${queryText(query)}`),
    read: (eventId) => get(at(eventId)),
    replay: (eventId) => post(`${at(eventId)}/replay`),
    replayMany: (filter) => post(`${EVENTS}/replay`, filter),
    sendTest: () => post(`${EVENTS}/test`),
  };
}

export function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}
