// Selects the behaviour of a 3-D Secure test card by the two digits after its eight-digit BIN, and
// what the simulated issuer answers for it.

import type { TransStatus } from '@bramka/gateway/threeds/messages/message.ts';
import type { Organization } from '../../wire/organization.ts';

const pathCodes = {
  '10': 'FRICTIONLESS',
  '11': 'ATTEMPT',
  '12': 'NOT_AUTHENTICATED',
  '13': 'REJECTED',
  '14': 'UNAVAILABLE',
  '15': 'INFORMATIONAL',
  '20': 'CHALLENGE',
  '21': 'CHALLENGE_ABANDONED',
  '22': 'DECOUPLED',
  '30': 'SOFT_DECLINE',
  '40': 'ACS_DOWN',
  '41': 'DIRECTORY_DOWN',
  '42': 'DIRECTORY_SILENT',
  '43': 'DIRECTORY_GARBAGE',
} as const;
export type Path = (typeof pathCodes)[keyof typeof pathCodes];

/** The first six digits of the 3-D Secure test cards of each organization. */
export const testBlocks = {
  VISA: '491711',
  MASTERCARD: '521011',
  AMEX: '371449',
  JCB: '356611',
  DISCOVER: '651011',
  UNIONPAY: '625011',
  MAESTRO: '676311',
} as const satisfies Partial<Record<Organization, string>>;
export type Enrolled = keyof typeof testBlocks;

const testCard = new RegExp(`^(?:${Object.values(testBlocks).join('|')})\\d{2}(\\d{2})`);

/** Undefined if the number is not a 3-D Secure test card. An unassigned code is frictionless. */
export function pathOf(cardNumber: string): Path | undefined {
  const code = testCard.exec(cardNumber)?.[1];
  if (code === undefined) return undefined;
  return code in pathCodes ? pathCodes[code as keyof typeof pathCodes] : 'FRICTIONLESS';
}

/** What the answer depends on besides the path. */
export interface PathRequest {
  readonly messageVersion: string;
  readonly deviceChannel: string;
  readonly challengeInd: string | null;
  readonly isDecoupledAllowed: boolean;
}

interface AcsDecision {
  readonly transStatus: TransStatus;
  /** transStatusReason, a code of the protocol. */
  readonly reason: string | null;
}

const CARD_AUTHENTICATION_FAILED = '01';
const INVALID_TRANSACTION = '07';
const SUSPECTED_FRAUD = '11';
const REQUESTOR_INITIATED_NOT_SUPPORTED = '21';
const TECHNICAL_ISSUE = '22';
const DECOUPLED_NOT_REQUESTED = '23';

/** 2.2.0 added the statuses I and D, and the reasons from 20 on. */
const SECOND_VERSION = '2.2.0';

const decision = (transStatus: TransStatus, reason: string | null = null): AcsDecision => ({
  transStatus,
  reason,
});

export function decisionFor(path: Path, asked: PathRequest): AcsDecision {
  const isOld = asked.messageVersion < SECOND_VERSION;
  const unavailable = (reason: string): AcsDecision =>
    decision('U', isOld ? INVALID_TRANSACTION : reason);
  switch (path) {
    case 'FRICTIONLESS':
      return decision('Y');
    case 'ATTEMPT':
      return decision('A');
    case 'NOT_AUTHENTICATED':
      return decision('N', CARD_AUTHENTICATION_FAILED);
    case 'REJECTED':
      return decision('R', SUSPECTED_FRAUD);
    case 'INFORMATIONAL':
      return isOld ? unavailable(TECHNICAL_ISSUE) : decision('I');
    case 'CHALLENGE':
    case 'CHALLENGE_ABANDONED':
      return challenge(asked, unavailable);
    case 'DECOUPLED':
      if (isOld || !asked.isDecoupledAllowed) return unavailable(DECOUPLED_NOT_REQUESTED);
      return decision('D');
    case 'SOFT_DECLINE':
      if (wantsChallenge(asked)) return challenge(asked, unavailable);
      return isOld ? unavailable(TECHNICAL_ISSUE) : decision('I');
    case 'UNAVAILABLE':
    case 'ACS_DOWN':
    case 'DIRECTORY_DOWN':
    case 'DIRECTORY_SILENT':
    case 'DIRECTORY_GARBAGE':
      return unavailable(TECHNICAL_ISSUE);
  }
}

/** The merchant prefers or mandates a challenge. */
function wantsChallenge({ challengeInd }: PathRequest): boolean {
  return challengeInd === '03' || challengeInd === '04';
}

/** A challenge needs an app or a browser. */
function challenge(
  { deviceChannel }: PathRequest,
  unavailable: (reason: string) => AcsDecision,
): AcsDecision {
  return deviceChannel === '03' ? unavailable(REQUESTOR_INITIATED_NOT_SUPPORTED) : decision('C');
}
