// The numbers by which a host knows an operation. They follow from the id of the attempt, so every
// node finds them again after a crash, and nothing has to be stored for them: the attempt is.

import { createHash } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { timeOfId } from '../../core/id.ts';

export interface TraceNumbers {
  /** Field 11, six digits, never zero. It may repeat; the time and the reference differ then. */
  readonly stan: string;
  /** Field 37, 12 letters and digits of 62 bits: no two operations have the same. */
  readonly rrn: string;
  /** Field 7, in UTC. */
  readonly sentAt: string;
}

const RRN_BASE = 36n;
const RRN_LENGTH = 12;
const STANS = 999_999n;

export function traceNumbersOf(attemptId: string): TraceNumbers {
  const hash = createHash('sha256').update(`iso8583 ${attemptId}`).digest();
  const number = hash.readBigUInt64BE(0) % RRN_BASE ** BigInt(RRN_LENGTH);
  const stan = (hash.readBigUInt64BE(8) % STANS) + 1n;
  return {
    stan: String(stan).padStart(6, '0'),
    rrn: number.toString(36).toUpperCase().padStart(RRN_LENGTH, '0'),
    sentAt: transmissionTime(timeOfId(attemptId)),
  };
}

/** MMDDhhmmss. */
export function transmissionTime(at: Instant): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(4, 14);
}
