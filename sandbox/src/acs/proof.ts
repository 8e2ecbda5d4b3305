// The proof of an authentication: the ECI by card organization, and the CAVV, 20 bytes that only
// the issuer can create.

import { createHmac } from 'node:crypto';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';

const usual = { full: '05', attempt: '06', none: '07' };
const mastercard = { full: '02', attempt: '01', none: '00' };

/** Null while the authentication is not finished. */
export function eciOf(organization: string, transStatus: string): string | null {
  const values = /^(MASTERCARD|MAESTRO)$/.test(organization) ? mastercard : usual;
  switch (transStatus) {
    case 'C':
    case 'D':
      return null;
    case 'Y':
      return values.full;
    case 'A':
      return values.attempt;
    default:
      return values.none;
  }
}

/** What an authorization claims about the customer's authentication. */
export interface ThreeDSClaim {
  readonly eci: string;
  readonly cavv: string | null;
  readonly dsTransId: string;
}

/** The level an ECI claims: 2 authenticated, 1 attempted, 0 none. */
export function claimOf(eci: string | null): 0 | 1 | 2 {
  if (eci === usual.full || eci === mastercard.full) return 2;
  return eci === usual.attempt || eci === mastercard.attempt ? 1 : 0;
}

const KEY_BYTES = 32;
const CAVV_BYTES = 20;

/**
 * Base64 of an HMAC under a one-time key that is not stored: a CAVV is verified by looking it up.
 */
export function makeCavv(facts: readonly string[], random: RandomBytes): string {
  const code = createHmac('sha256', random(KEY_BYTES)).update(facts.join('|')).digest();
  return code.subarray(0, CAVV_BYTES).toString('base64');
}
