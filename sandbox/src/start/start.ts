// The start page of the sandbox with its HTTP API: what a newcomer opens first. Not available in
// production.

import type { FastifyPluginCallback } from 'fastify';
import { route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { describeGuard } from '../wire/browser-guard.ts';
import { listNotifications, receiveNotification } from './endpoints/notifications.ts';
import { createTestPayment, listPayments } from './endpoints/payments.ts';
import type { LinkBase } from './links.ts';
import { merchantApi } from './merchant-api.ts';
import { startPages } from './pages/start-pages.ts';
import type { StartParts } from './parts.ts';
import { createReceiver } from './receiver.ts';

export interface Start {
  /** Served like the gateway's own. */
  readonly routes: readonly Route[];
  /** Mounted at the root. */
  readonly pages: FastifyPluginCallback;
}

export function openStart(parts: StartParts): Start {
  const { parties, publicUrl } = parts;
  const api = merchantApi(parts.call);
  const receiver = createReceiver(parts.shops, parts.clock);
  const hasPhone = parties.some(({ name }) => name === 'blik');
  const links = (): LinkBase => ({ publicUrl: publicUrl(), hasPhone });
  const routes = [
    route('GET', '/sandbox/payments', listPayments(parts, links)),
    route('POST', '/sandbox/payments', createTestPayment({ ...parts, api })),
    route('GET', '/sandbox/notifications', listNotifications(receiver)),
    route('POST', '/sandbox/notifications', receiveNotification(receiver)),
  ];
  return {
    routes: describeGuard(routes),
    pages: startPages({ ...parts, api, receiver, links }),
  };
}
