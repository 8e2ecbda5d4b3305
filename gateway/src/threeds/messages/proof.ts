// Reads the result in an answer or results message: status, ECI and authentication value. A
// successful payment authentication counts only with its proof.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';
import { atLeast } from './version.ts';
import { present } from '../../core/json/present.ts';
import { ownValue, textOf, type Fields } from './fields.ts';
import { transStatuses, type TransStatus } from './message.ts';

/** Canonical base64 of exactly 20 bytes. */
const CAVV = /^[A-Za-z0-9+/]{26}[AEIMQUYcgkosw048]=$/;
export const TWO_DIGITS = /^[0-9]{2}$/;

/** The statuses I and D were added in 2.2.0. */
export function statusOf(fields: Fields, version: ProtocolVersion): TransStatus | undefined {
  const status = transStatuses.find((one) => one === ownValue(fields, 'transStatus'));
  const isLater = status === 'I' || status === 'D';
  return isLater && !atLeast(version, '2.2.0') ? undefined : status;
}

export function needsProof(status: TransStatus | undefined, messageCategory: unknown): boolean {
  return messageCategory === '01' && (status === 'Y' || status === 'A');
}

export function proofOf(fields: Fields) {
  return present({
    eci: textOf(fields, 'eci', TWO_DIGITS),
    authenticationValue: textOf(fields, 'authenticationValue', CAVV),
    transStatusReason: textOf(fields, 'transStatusReason', TWO_DIGITS),
  });
}
