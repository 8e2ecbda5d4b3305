// The numbers by which a host knows an operation. They follow from the id of the attempt, so every
// node finds them again after a crash: the stored attempt is the mapping, and no table is needed.

import { createHash } from 'node:crypto';
import { isoTime } from '../../core/clock.ts';
import { timeOfId } from '../../core/id.ts';

export interface TraceNumbers {
  /** Field 11, six digits, never zero. It may repeat; the reference differs then. */
  readonly stan: string;
  /** Field 37, 12 letters and digits of 62 bits: no two operations have the same. */
  readonly rrn: string;
  /** Field 7, in UTC: MMDDhhmmss. */
  readonly sentAt: string;
  /** YYMMDDhhmmss, in UTC. */
  readonly localTime: string;
}

const RRN_BASE = 36n;
const RRN_LENGTH = 12;
const STANS = 999_999n;

/** `undo`: of the reversal of an authorization without a known result. */
export function traceNumbersOf(attemptId: string, purpose: 'own' | 'undo' = 'own'): TraceNumbers {
  const hash = createHash('sha256').update(`iso8583 ${purpose} ${attemptId}`).digest();
  const number = hash.readBigUInt64BE(0) % RRN_BASE ** BigInt(RRN_LENGTH);
  const stan = (hash.readBigUInt64BE(8) % STANS) + 1n;
  const localTime = isoTime(timeOfId(attemptId)).replace(/\D/g, '').slice(2, 14);
  return {
    stan: String(stan).padStart(6, '0'),
    rrn: number.toString(36).toUpperCase().padStart(RRN_LENGTH, '0'),
    sentAt: localTime.slice(2),
    localTime,
  };
}
