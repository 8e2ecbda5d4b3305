// The surroundings of a gateway that stands alone: acquirers reached over HTTP.

import { plainAcquirer } from './acquirers/plain/plain.acquirer.ts';
import { httpTransport } from './acquirers/plain/transport.ts';
import { CannotStart, type Surroundings, type World } from './launch.ts';

export function plainSurroundings({ config }: World): Surroundings {
  if (config.acquirerUrl === null) {
    throw new CannotStart('BRAMKA_ACQUIRER_URL must be set when the gateway runs alone');
  }
  const transport = httpTransport({
    url: config.acquirerUrl,
    key: config.acquirerKey,
    timeoutMs: config.providerTimeoutMs,
  });
  const acquirer = plainAcquirer('plain', transport.send, config.providerMaxInFlightMs);
  return { acquirers: [acquirer], close: () => transport.close() };
}
