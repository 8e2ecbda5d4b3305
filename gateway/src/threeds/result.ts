// The consequence of each transStatus of 3-D Secure, as rows: the verdict, and the electronic
// commerce indicator (ECI) for the acquirer. The reference is generated from the same rows.

import type { Organization } from '../cards/card-number.ts';
import type { TransStatus } from './messages/message.ts';

type ScaRejectCode =
  | 'SCA_FAILED'
  | 'SCA_REJECTED'
  | 'SCA_TIMEOUT'
  | 'SCA_UNAVAILABLE'
  | 'CANCELLED_BY_CUSTOMER';

export type AuthenticationVerdict =
  | { readonly kind: 'authorize'; readonly liabilityShift: boolean }
  | { readonly kind: 'reject'; readonly rejectCode: ScaRejectCode }
  /** The customer must be challenged. */
  | { readonly kind: 'challenge' }
  /** The customer is authenticated outside the shop; the result comes later. */
  | { readonly kind: 'wait' }
  /** The merchant's policy decides. */
  | { readonly kind: 'unavailable' };

interface ResultRow {
  readonly transStatus: TransStatus;
  readonly meaning: string;
  readonly verdict: AuthenticationVerdict;
  /** The ECI of most schemes, and that of Mastercard and Maestro. */
  readonly eci: string;
  readonly eciMastercard: string;
}

const result = (
  transStatus: TransStatus,
  meaning: string,
  verdict: AuthenticationVerdict,
  eci = '07',
  eciMastercard = '00',
): ResultRow => ({ transStatus, meaning, verdict, eci, eciMastercard });

const proven = { kind: 'authorize', liabilityShift: true } as const;
const unproven = { kind: 'authorize', liabilityShift: false } as const;

export const resultRows: readonly ResultRow[] = [
  result('Y', 'authenticated', proven, '05', '02'),
  result('A', 'authentication attempted, with proof', proven, '06', '01'),
  result('I', 'informational only, exemption acknowledged', unproven),
  result('C', 'challenge required', { kind: 'challenge' }),
  result('D', 'decoupled authentication required', { kind: 'wait' }),
  result('N', 'not authenticated', { kind: 'reject', rejectCode: 'SCA_FAILED' }),
  result('R', 'rejected by the issuer', { kind: 'reject', rejectCode: 'SCA_REJECTED' }),
  result('U', 'authentication could not be performed', { kind: 'unavailable' }),
];

interface CancelRow {
  readonly challengeCancel: string;
  readonly meaning: string;
  readonly rejectCode: ScaRejectCode;
}

/** Reasons why a challenge ended early, where they say more than the status. */
export const cancelRows: readonly CancelRow[] = [
  {
    challengeCancel: '01',
    meaning: 'the customer cancelled',
    rejectCode: 'CANCELLED_BY_CUSTOMER',
  },
  {
    challengeCancel: '03',
    meaning: 'decoupled authentication timed out',
    rejectCode: 'SCA_TIMEOUT',
  },
  { challengeCancel: '04', meaning: 'challenge timed out', rejectCode: 'SCA_TIMEOUT' },
  { challengeCancel: '05', meaning: 'challenge never started', rejectCode: 'SCA_TIMEOUT' },
  { challengeCancel: '08', meaning: 'challenge in the app timed out', rejectCode: 'SCA_TIMEOUT' },
];

const rows = new Map(resultRows.map((row) => [row.transStatus, row]));
const unperformed = rows.get('U') as ResultRow;

/**
 * A challenge that was cancelled or timed out is rejected for that reason, even when the ACS
 * reports U: no policy may authorize what the customer cancelled.
 */
export function verdictOf(
  transStatus: TransStatus,
  challengeCancel?: string,
): AuthenticationVerdict {
  const { verdict } = rows.get(transStatus) ?? unperformed;
  if (transStatus !== 'N' && transStatus !== 'U') return verdict;
  const cancelled = cancelRows.find((row) => row.challengeCancel === challengeCancel);
  return cancelled ? { kind: 'reject', rejectCode: cancelled.rejectCode } : verdict;
}

/** Whether the authentication ended with a proof that binds the issuer. */
export function isProven({ transStatus, sealedCavv }: Proven): boolean {
  const verdict = transStatus && rows.get(transStatus)?.verdict;
  return sealedCavv !== null && verdict?.kind === 'authorize' && verdict.liabilityShift;
}

interface Proven {
  readonly transStatus: TransStatus | null;
  readonly sealedCavv: Uint8Array | null;
}

/**
 * The ECI in the message if the scheme knows it and it claims no more than the status does;
 * otherwise the scheme's own ECI for the status. So we never claim more than the issuer did.
 */
export function eciOf(
  organization: Organization,
  transStatus: TransStatus,
  reported: string | undefined,
): string {
  const row = rows.get(transStatus) ?? unperformed;
  const isMastercard = organization === 'MASTERCARD' || organization === 'MAESTRO';
  const expected = isMastercard ? row.eciMastercard : row.eci;
  const claims = isMastercard ? mastercardClaims : schemeClaims;
  const claimed = reported === undefined ? undefined : claims[reported];
  const isCredible = claimed !== undefined && claimed <= (claims[expected] ?? 0);
  return reported !== undefined && isCredible ? reported : expected;
}

/** How much each ECI claims: nothing, an attempt, authentication. */
const schemeClaims: Readonly<Record<string, number>> = { '07': 0, '06': 1, '05': 2 };
/**
 * Mastercard's 04 and 06 are data only and exemptions, 07 is recurring: none of them claims
 * anything.
 */
const mastercardClaims: Readonly<Record<string, number>> = {
  '00': 0,
  '04': 0,
  '06': 0,
  '07': 0,
  '01': 1,
  '02': 2,
};
