// The public keys of the app flow; an invalid one is an error that names its element.

import type { KeyObject } from 'node:crypto';
import { readPublicKey } from '@bramka/gateway/core/jose/p256.ts';
import { BadAppMessage } from './bad-app-message.ts';

/** Throws BadAppMessage with the element's name if the value is not a point on P-256. */
export function publicKeyOf(value: unknown, element: string): KeyObject {
  const key = readPublicKey(value);
  if (!key) throw new BadAppMessage('203', element);
  return key;
}
