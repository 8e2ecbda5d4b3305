// The start page of the sandbox with its HTTP API: what a newcomer opens first. Not available in
// production.

import { defect } from '@bramka/gateway/core/assert.ts';
import { toRoutes, type HandledEndpoint, type Route } from '@bramka/gateway/http/endpoint.ts';
import { withGuard } from '../wire/browser-guard.ts';
import { listNotifications, receiveNotification } from './endpoints/notifications.ts';
import { createTestPayment, listPayments } from './endpoints/payments.ts';
import { merchantApi } from './merchant-api.ts';
import { startPages, type StartDeps } from './pages/endpoints.ts';
import type { DemoShop, StartParts } from './parts.ts';
import { createReceiver } from './receiver.ts';

/** The first shop is the one of a payment that names none. */
export function startEndpoints([first]: readonly DemoShop[]): HandledEndpoint<StartDeps>[] {
  return withGuard<HandledEndpoint<StartDeps>>([
    listPayments,
    createTestPayment(first ?? defect('the sandbox has no demo merchant')),
    listNotifications,
    receiveNotification,
  ]);
}

export interface Start {
  /** Served like the gateway's own. */
  readonly routes: readonly Route[];
  /** Mounted at the root. */
  readonly pages: readonly Route[];
}

export function openStart(parts: StartParts): Start {
  const { parties, publicUrl, shops, methodTitles } = parts;
  const hasPhone = parties.some(({ name }) => name === 'blik');
  const deps: StartDeps = {
    ...parts,
    api: merchantApi(parts.call),
    receiver: createReceiver(shops, parts.clock),
    links: () => ({ publicUrl: publicUrl(), hasPhone, methodTitles }),
  };
  return { routes: toRoutes(startEndpoints(shops), deps), pages: toRoutes(startPages, deps) };
}
