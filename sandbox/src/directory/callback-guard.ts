// Whom the simulated ACS may call back. Messages to the directory servers come from anybody who can
// reach the sandbox, and the result of a challenge is posted to the address they name: it must be
// that of a gateway, or the sandbox could be made to call any server for a stranger.

import { erro } from '../wire/erro.ts';
import type { SimulatedDirectory } from './directory.ts';

export type MayCall = (url: URL) => boolean;

/** Where gateways take the results of authentications. */
const RESULT_PATH = '/v1/ecommerce/notifications/acs/status';

/**
 * The gateway around this sandbox, or the directory server that its operator has put between the
 * two: results pass through it as requests do.
 */
export function ownGateway(publicUrl: () => string, directoryUrl: string | null): MayCall {
  const directory = directoryUrl === null ? null : URL.parse(directoryUrl);
  return ({ origin, pathname }) =>
    origin === directory?.origin ||
    (origin === new URL(publicUrl()).origin && pathname.endsWith(RESULT_PATH));
}

/** Gateways on this machine, and those whose addresses are listed. */
export function knownGateways(origins: readonly string[]): MayCall {
  return ({ protocol, hostname, origin, pathname }) => {
    const isWeb = protocol === 'http:' || protocol === 'https:';
    const isNear = isWeb && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
    return (isNear || origins.includes(origin)) && pathname.endsWith(RESULT_PATH);
  };
}

/** Answers an AReq that names another address with an error message. */
export function guardCallbacks(
  directory: SimulatedDirectory,
  mayCall: MayCall,
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
