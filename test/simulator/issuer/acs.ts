// The simulated directory server and ACS: random answers to authentication requests, and the
// results of challenges.

import type { Organization } from '@bramka/gateway/cards/card-number.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { JsonAnswer } from '@bramka/gateway/http/outgoing.ts';
import type { AReq, ARes, RReq, TransStatus } from '@bramka/gateway/threeds/messages/message.ts';
import type { Chance } from '../world/chance.ts';
import type { Faults } from '../world/faults.ts';
import {
  eciFor,
  finalStatement,
  type Book,
  type IssuerCase,
  type IssuerStatement,
} from './book.ts';

export interface AcsParts {
  readonly chance: Chance;
  readonly ids: Ids;
  readonly faults: Faults;
  readonly mood: CustomerMood;
  readonly book: Book;
  /** A challenge starts, or the customer is asked in the bank's app. */
  readonly onOpen: (made: IssuerCase) => void;
}

/** In the calm phase the issuer knows every customer and every customer confirms. */
export interface CustomerMood {
  isCalm: boolean;
}

export interface Acs {
  /** Undefined if no answer is sent. */
  answer(organization: Organization, areq: AReq): JsonAnswer | undefined;
  /** The ACS's statement about a customer, with a proof if the status has one. */
  state(made: Weighed, transStatus: TransStatus, challengeCancel?: string): IssuerStatement;
}

type Weighed = Pick<IssuerCase, 'organization'>;
type Weights = readonly (readonly [number, TransStatus])[];

const usual: Weights = [
  [32, 'Y'],
  [36, 'C'],
  [12, 'D'],
  [5, 'A'],
  [5, 'N'],
  [3, 'R'],
  [5, 'U'],
  [4, 'I'],
];
/** If the merchant requests a challenge; a mere attempt may be soft-declined again. */
const mandated: Weights = [
  [48, 'C'],
  [8, 'I'],
  [10, 'D'],
  [5, 'Y'],
  [23, 'A'],
  [3, 'N'],
  [3, 'U'],
];
const calm: Weights = [
  [40, 'Y'],
  [60, 'C'],
];

export function createAcs({ chance, ids, faults, mood, book, onOpen }: AcsParts): Acs {
  const says: Acs['state'] = ({ organization }, transStatus, challengeCancel) => {
    const isProven = transStatus === 'Y' || transStatus === 'A';
    return {
      transStatus,
      eci: eciFor(organization, transStatus),
      cavv: isProven ? Buffer.from(chance.bytes(20)).toString('base64') : null,
      challengeCancel: challengeCancel ?? null,
    };
  };
  const open = (organization: Organization, areq: AReq): IssuerCase => ({
    areq,
    organization,
    dsTransId: ids.next(),
    acsTransId: ids.next(),
    answered: says({ organization }, drawStatus(chance, mood, areq)),
    final: undefined,
  });
  return {
    state: says,
    answer(organization, areq) {
      const issuerCase = open(organization, areq);
      if (faults.on && chance.percent(faults.trouble)) {
        return drawTrouble(chance, { ...issuerCase, answered: says(issuerCase, 'Y') });
      }
      book.add(issuerCase);
      const { transStatus } = issuerCase.answered;
      if (transStatus === 'C' || transStatus === 'D') onOpen(issuerCase);
      return { status: 200, body: aresOf(issuerCase) };
    },
  };
}

/** The directory server refuses the request as invalid. */
export const REFUSED = '203';

function drawStatus(chance: Chance, mood: CustomerMood, areq: AReq): TransStatus {
  const isMandated = [areq.threeDSRequestorChallengeInd].flat().includes('04');
  const status = chance.weighted(mood.isCalm ? calm : isMandated ? mandated : usual);
  const isOld = areq.messageVersion === '2.1.0';
  const mayBeLater = areq.threeDSRequestorDecReqInd === 'Y';
  if (status === 'D' && !mayBeLater) return 'C';
  return isOld && (status === 'I' || status === 'D') ? 'U' : status;
}

function aresOf({ areq, dsTransId, acsTransId, answered }: IssuerCase): ARes {
  const { transStatus, eci, cavv } = answered;
  const isOver = transStatus !== 'C' && transStatus !== 'D';
  const { sdkTransID } = areq;
  return {
    messageType: 'ARes',
    messageVersion: areq.messageVersion,
    threeDSServerTransID: areq.threeDSServerTransID,
    dsTransID: dsTransId,
    acsTransID: acsTransId,
    transStatus,
    ...(isOver ? { eci } : {}),
    ...(cavv === null ? {} : { authenticationValue: cavv }),
    ...(sdkTransID === undefined ? {} : { sdkTransID }),
    ...(transStatus === 'C' ? challengeFieldsOf(areq) : {}),
  };
}

/** Where the challenge takes place. */
function challengeFieldsOf({ deviceChannel }: AReq): Partial<ARes> {
  if (deviceChannel === '01') return { acsSignedContent: 'e30.e30.c2ln' };
  return { acsURL: 'https://acs.example/challenge' };
}

/** An answer that must not be accepted: its case is not recorded in the book. */
function drawTrouble(chance: Chance, issuerCase: IssuerCase): JsonAnswer | undefined {
  const ares = aresOf(issuerCase);
  const erro = {
    messageType: 'Erro',
    messageVersion: ares.messageVersion,
    threeDSServerTransID: ares.threeDSServerTransID,
    errorComponent: 'D',
  };
  const { authenticationValue: _none, ...unproven } = ares;
  return chance.pick<JsonAnswer | undefined>([
    undefined,
    { status: 503, body: { ...erro, errorCode: '405' } },
    { status: 200, body: { ...erro, errorCode: '405' } },
    { status: 200, body: { ...erro, errorCode: REFUSED } },
    { status: 200, body: '<html>' },
    { status: 200, body: unproven },
    { status: 200, body: { ...ares, threeDSServerTransID: issuerCase.dsTransId } },
    { status: 200, body: { ...ares, messageVersion: '2.0.0' } },
  ]);
}

/** The result as delivered by the directory server. */
export function rreqOf(made: IssuerCase): RReq {
  const { areq, dsTransId, acsTransId } = made;
  const { transStatus, eci, cavv, challengeCancel } = finalStatement(made);
  const { sdkTransID } = areq;
  return {
    messageType: 'RReq',
    messageVersion: areq.messageVersion,
    messageCategory: '01',
    threeDSServerTransID: areq.threeDSServerTransID,
    dsTransID: dsTransId,
    acsTransID: acsTransId,
    ...(sdkTransID === undefined ? {} : { sdkTransID }),
    transStatus,
    eci,
    ...(cavv === null ? {} : { authenticationValue: cavv }),
    ...(challengeCancel === null ? {} : { challengeCancel }),
    interactionCounter: '01',
  };
}

/** The secret key in the result URL. */
export function keyOf({ areq }: IssuerCase): string {
  return new URL(areq.threeDSServerURL).searchParams.get('key') ?? '';
}
