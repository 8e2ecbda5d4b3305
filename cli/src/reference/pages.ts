// All pages of docs/reference, made from the same data that serves: file name and text.

import { readConfig } from '@bramka/gateway/config.ts';
import { docsFacts } from '@bramka/gateway/docs/docs-facts.ts';
import type { Route } from '@bramka/gateway/http/endpoint.ts';
import { apiDocument } from '@bramka/gateway/docs/docs-routes.ts';
import { routes } from '@bramka/gateway/routes.ts';
import { controlRoutes, partyRoutes } from '@bramka/sandbox/control/control.ts';
import { sandboxDescription } from '@bramka/sandbox/described.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import { startDescription } from '@bramka/sandbox/start/described.ts';
import type { StartParts } from '@bramka/sandbox/start/parts.ts';
import { openStart } from '@bramka/sandbox/start/start.ts';
import { authenticationPage } from './authentication.ts';
import { endpointsPage } from './endpoints.ts';
import { eventsPage } from './events.ts';
import { hollow } from './hollow.ts';
import { matrixPage } from './matrix.ts';
import {
  configurationPage,
  errorsPage,
  rejectCodesPage,
  statesPage,
  triggersPage,
} from './tables.ts';
import { tokenizationPage } from './tokenization.ts';

export function referencePages(): ReadonlyMap<string, string> {
  const config = readConfig({});
  const facts = docsFacts(config);
  const document = apiDocument(referenceRoutes(), config.environment);
  const { merchantId = '', apiSecret = '' } = facts.demoMerchants[0] ?? {};
  const origin = `http://${config.host}:${config.port}`;
  return new Map([
    ['endpoints.md', endpointsPage(document, { origin, merchantId, apiSecret })],
    ['states.md', statesPage(facts)],
    ['matrix.md', matrixPage()],
    ['authentication.md', authenticationPage()],
    ['tokenization.md', tokenizationPage()],
    ['errors.md', errorsPage()],
    ['reject-codes.md', rejectCodesPage(facts)],
    ['triggers.md', triggersPage()],
    ['events.md', eventsPage()],
    ['configuration.md', configurationPage()],
  ]);
}

/** Those of a gateway that `bramka start` runs in the sandbox. */
export function referenceRoutes(): Route[] {
  const control = [
    ...controlRoutes(hollow()),
    ...partyRoutes({ panel: hollow(), ids: hollow(), parties }),
  ];
  const start = openStart({ ...hollow<StartParts>(), shops: demoMerchants, parties });
  const pages = [...sandboxDescription('/sandbox'), ...startDescription];
  return [...routes(hollow()), ...control, ...start.routes, ...pages];
}
