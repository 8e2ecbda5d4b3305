// All pages of docs/reference, made from the same data that the gateway uses: file name and text.

import { readConfig } from '@bramka/gateway/config.ts';
import { operationsOf } from '@bramka/gateway/docs/content/operations.ts';
import { docsFacts } from '@bramka/gateway/docs/docs-facts.ts';
import type { Endpoint } from '@bramka/gateway/http/endpoint.ts';
import { recordedExamples } from '@bramka/gateway/docs/examples.ts';
import { endpoints } from '@bramka/gateway/routes.ts';
import { controlEndpoints, partyEndpoints } from '@bramka/sandbox/control/control.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import { endpointsOf } from '@bramka/sandbox/party/list.ts';
import { startPages } from '@bramka/sandbox/start/pages/endpoints.ts';
import { startEndpoints } from '@bramka/sandbox/start/start.ts';
import { authenticationPage } from './authentication.ts';
import { endpointPages } from './endpoints.ts';
import { eventsPage } from './events.ts';
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
  const operations = operationsOf(referenceEndpoints(), recordedExamples());
  const { merchantId = '', apiSecret = '' } = facts.demoMerchants[0] ?? {};
  const origin = `http://${config.host}:${config.port}`;
  return new Map([
    ...endpointPages(operations, { origin, merchantId, apiSecret }),
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
export function referenceEndpoints(): Endpoint[] {
  return [
    ...endpoints,
    ...controlEndpoints,
    ...partyEndpoints(parties),
    ...startEndpoints(demoMerchants),
    ...endpointsOf(parties, '/sandbox'),
    ...startPages,
  ];
}
