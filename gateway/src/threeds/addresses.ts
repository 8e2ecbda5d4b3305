// The URLs that 3-D Secure partners call. The URL for results contains a key that only we can
// compute and only the directory server receives; anyone who has this key can forge a result.

import { timingSafeEqual } from 'node:crypto';
import { fingerprint, type Key } from '../core/seal.ts';

export interface Addresses {
  /** The URL to which the directory server sends the result (RReq): AReq.threeDSServerURL. */
  resultUrl(authenticationId: string): string;
  /**
   * The URL to which the ACS returns the browser (CRes) and reports that the 3DS Method is done.
   */
  returnUrl(): string;
  isValidKey(authenticationId: string, key: string | undefined): boolean;
}

export const NOTIFICATION_PATH = '/v1/ecommerce/notifications/acs/status';

export function createAddresses(publicUrl: () => string, key: Key): Addresses {
  // Partners may write an id in capitals.
  const keyOf = (authenticationId: string): Buffer =>
    fingerprint(key, `result|${authenticationId.toLowerCase()}`);
  return {
    resultUrl: (id) => `${publicUrl()}${NOTIFICATION_PATH}?key=${keyOf(id).toString('hex')}`,
    returnUrl: () => `${publicUrl()}${NOTIFICATION_PATH}`,
    isValidKey(authenticationId, key) {
      if (key === undefined || !/^[0-9a-f]{64}$/.test(key)) return false;
      return timingSafeEqual(Buffer.from(key, 'hex'), keyOf(authenticationId));
    },
  };
}
