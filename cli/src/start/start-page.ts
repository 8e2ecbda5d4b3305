// Connects the start page of the sandbox to the gateway: the demo merchants, their payments, and
// calls of the merchant API within the process.

import type { FastifyInstance } from 'fastify';
import type { SandboxControls } from '@bramka/gateway/app.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { Route } from '@bramka/gateway/http/endpoint.ts';
import type { ProviderContext } from '@bramka/gateway/launch.ts';
import { methodTitles } from '@bramka/gateway/methods/registry.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import type { Party } from '@bramka/sandbox/party/party.ts';
import { pluginOf } from '@bramka/sandbox/party/serve-routes.ts';
import { callWithin } from '@bramka/sandbox/start/call-gateway.ts';
import { openStart, type Start } from '@bramka/sandbox/start/start.ts';

interface StartPage {
  routes(controls: SandboxControls): readonly Route[];
  /** After the routes. */
  mount(app: FastifyInstance): void;
}

/** `parties`: the simulated ones. */
export function connectStartPage(
  { config, clock, publicUrl }: ProviderContext,
  ids: Ids,
  parties: readonly Party[],
): StartPage {
  let server: FastifyInstance | undefined;
  let start: Start | undefined;
  return {
    routes({ demoPayments, merchants }) {
      start = openStart({
        shops: demoMerchants,
        methodTitles,
        payments: demoPayments,
        async receiverOf(merchantId) {
          const merchant = await merchants.merchants.find(merchantId);
          return merchant?.settings.notificationUrl ?? null;
        },
        parties,
        clock,
        ids,
        publicUrl,
        hasDocs: config.docs === 'on',
        call: callWithin(() => server ?? defect('the start page is opened before its server')),
      });
      return start.routes;
    },
    mount(app) {
      server = app;
      const pages = start?.pages ?? defect('the start page is mounted before its routes');
      void app.register(pluginOf(pages));
    },
  };
}
