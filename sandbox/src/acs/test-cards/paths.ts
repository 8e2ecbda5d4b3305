// Which path a 3-D Secure test card takes, told by the two digits after its eight-digit BIN, and
// what the simulated issuer answers on it.

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

/** Undefined for every number that is no 3-D Secure test card. A code without a path is quiet. */
export function pathOf(cardNumber: string): Path | undefined {
  const code = testCard.exec(cardNumber)?.[1];
  if (code === undefined) return undefined;
  return code in pathCodes ? pathCodes[code as keyof typeof pathCodes] : 'FRICTIONLESS';
}

/** What the answer depends on besides the path. */
export interface Asked {
  readonly messageVersion: string;
  readonly deviceChannel: string;
  readonly challengeInd: string | null;
  readonly isDecoupledAllowed: boolean;
}

export interface AcsVerdict {
  readonly transStatus: TransStatus;
  /** As numbered by the protocol. */
  readonly reason: string | null;
}

const CARD_AUTHENTICATION_FAILED = '01';
const INVALID_TRANSACTION = '07';
const SUSPECTED_FRAUD = '11';
const REQUESTOR_INITIATED_NOT_SUPPORTED = '21';
const TECHNICAL_ISSUE = '22';
const DECOUPLED_NOT_REQUESTED = '23';

/** Since 2.2.0 there are the statuses I and D, and the reasons from 20 on. */
const SECOND_VERSION = '2.2.0';

const verdict = (transStatus: TransStatus, reason: string | null = null): AcsVerdict => ({
  transStatus,
  reason,
});

export function verdictOn(path: Path, asked: Asked): AcsVerdict {
  const isOld = asked.messageVersion < SECOND_VERSION;
  const unavailable = (reason: string): AcsVerdict =>
    verdict('U', isOld ? INVALID_TRANSACTION : reason);
  switch (path) {
    case 'FRICTIONLESS':
      return verdict('Y');
    case 'ATTEMPT':
      return verdict('A');
    case 'NOT_AUTHENTICATED':
      return verdict('N', CARD_AUTHENTICATION_FAILED);
    case 'REJECTED':
      return verdict('R', SUSPECTED_FRAUD);
    case 'INFORMATIONAL':
      return isOld ? unavailable(TECHNICAL_ISSUE) : verdict('I');
    case 'CHALLENGE':
    case 'CHALLENGE_ABANDONED':
      return challenge(asked, unavailable);
    case 'DECOUPLED':
      if (isOld || !asked.isDecoupledAllowed) return unavailable(DECOUPLED_NOT_REQUESTED);
      return verdict('D');
    case 'SOFT_DECLINE':
      if (wantsChallenge(asked)) return challenge(asked, unavailable);
      return isOld ? unavailable(TECHNICAL_ISSUE) : verdict('I');
    case 'UNAVAILABLE':
    case 'ACS_DOWN':
    case 'DIRECTORY_DOWN':
    case 'DIRECTORY_SILENT':
    case 'DIRECTORY_GARBAGE':
      return unavailable(TECHNICAL_ISSUE);
  }
}

/** A preference or a mandate of the merchant. */
function wantsChallenge({ challengeInd }: Asked): boolean {
  return challengeInd === '03' || challengeInd === '04';
}

/** Without an app and without a browser nobody is there to be challenged. */
function challenge(
  { deviceChannel }: Asked,
  unavailable: (reason: string) => AcsVerdict,
): AcsVerdict {
  return deviceChannel === '03' ? unavailable(REQUESTOR_INITIATED_NOT_SUPPORTED) : verdict('C');
}
