// Restricts the URLs that the simulated ACS may call. Anyone who can reach the sandbox can send it
// messages, and the result of a challenge is posted to the URL they name. It must belong to a
// gateway; otherwise the sandbox could be used to call any server (SSRF).

import type { PartyContext } from '../party/party.ts';
import { erro } from '../wire/erro.ts';
import type { SimulatedDirectory } from './directory.ts';

/** The path at which gateways receive authentication results. */
const RESULT_PATH = '/v1/ecommerce/notifications/acs/status';

/** Answers an AReq that names another URL with an Erro. */
export function guardCallbacks(
  directory: SimulatedDirectory,
  mayCall: PartyContext['mayCall'],
): Pick<SimulatedDirectory, 'handle' | 'keys'> {
  return {
    keys: () => directory.keys(),
    async handle(organization, message) {
      const { messageType, threeDSServerURL: named } = (message ?? {}) as Record<string, unknown>;
      const url = typeof named === 'string' ? URL.parse(named) : null;
      if (messageType !== 'AReq' || url === null || mayCall(url, RESULT_PATH)) {
        return directory.handle(organization, message);
      }
      const detail = 'threeDSServerURL is not the address of a gateway that this sandbox serves';
      return { status: 200, body: erro('203', detail, { component: 'D', messageType }) };
    },
  };
}
