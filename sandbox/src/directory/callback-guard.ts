// Restricts the URLs that the simulated ACS may call. Anyone who can reach the sandbox can send it
// messages, and the result of a challenge is posted to the URL they name. It must belong to a
// gateway; otherwise the sandbox could be used to call any server (SSRF).

import { erro } from '../wire/erro.ts';
import type { SimulatedDirectory } from './directory.ts';

export type IsAllowedUrl = (url: URL) => boolean;

/** The path at which gateways receive authentication results. */
const RESULT_PATH = '/v1/ecommerce/notifications/acs/status';

/**
 * Allows the gateway around this sandbox, and the directory server that its operator has
 * configured: results pass through it as requests do.
 */
export function allowOwnGateway(
  publicUrl: () => string,
  directoryUrl: string | null,
): IsAllowedUrl {
  const directory = directoryUrl === null ? null : URL.parse(directoryUrl);
  return ({ origin, pathname }) =>
    origin === directory?.origin ||
    (origin === new URL(publicUrl()).origin && pathname.endsWith(RESULT_PATH));
}

/** Allows gateways on this machine and those with a listed origin. */
export function allowKnownGateways(origins: readonly string[]): IsAllowedUrl {
  return ({ protocol, hostname, origin, pathname }) => {
    const isWeb = protocol === 'http:' || protocol === 'https:';
    const isNear = isWeb && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
    return (isNear || origins.includes(origin)) && pathname.endsWith(RESULT_PATH);
  };
}

/** Answers an AReq that names another URL with an Erro. */
export function guardCallbacks(
  directory: SimulatedDirectory,
  mayCall: IsAllowedUrl,
): Pick<SimulatedDirectory, 'handle' | 'keys'> {
  return {
    keys: () => directory.keys(),
    async handle(organization, message) {
      const { messageType, threeDSServerURL: named } = (message ?? {}) as Record<string, unknown>;
      const url = typeof named === 'string' ? URL.parse(named) : null;
      if (messageType !== 'AReq' || url === null || mayCall(url)) {
        return directory.handle(organization, message);
      }
      const detail = 'threeDSServerURL is not the address of a gateway that this sandbox serves';
      return { status: 200, body: erro('203', detail, { component: 'D', messageType }) };
    },
  };
}
