// The addresses that 3-D Secure partners call us at. The one for results carries a key that only we
// can make and only the directory server is told, so that nobody else can bring a result.

import { timingSafeEqual } from 'node:crypto';
import { fingerprint, type Key } from '../core/seal.ts';

export interface Addresses {
  /** Where the directory server brings the result (RReq): AReq.threeDSServerURL. */
  results(authenticationId: string): string;
  /** Where the ACS sends the browser back (CRes) and tells that the 3DS Method is done. */
  returns(): string;
  isKeyOf(authenticationId: string, key: string | undefined): boolean;
}

export const NOTIFICATION_PATH = '/v1/ecommerce/notifications/acs/status';

export function createAddresses(publicUrl: () => string, key: Key): Addresses {
  // Others may write an id in capitals.
  const keyOf = (authenticationId: string): Buffer =>
    fingerprint(key, `result|${authenticationId.toLowerCase()}`);
  return {
    results: (id) => `${publicUrl()}${NOTIFICATION_PATH}?key=${keyOf(id).toString('hex')}`,
    returns: () => `${publicUrl()}${NOTIFICATION_PATH}`,
    isKeyOf(authenticationId, given) {
      if (given === undefined || !/^[0-9a-f]{64}$/.test(given)) return false;
      return timingSafeEqual(Buffer.from(given, 'hex'), keyOf(authenticationId));
    },
  };
}
