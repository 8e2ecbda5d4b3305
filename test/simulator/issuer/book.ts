// What the simulated issuers have said about their customers: the reference for everything recorded
// and claimed.

import type { Organization } from '@bramka/gateway/cards/card-number.ts';
import type { AReq, TransStatus } from '@bramka/gateway/threeds/messages/message.ts';

/** A statement about a customer, with its proof. */
export interface IssuerStatement {
  readonly transStatus: TransStatus;
  readonly eci: string;
  readonly cavv: string | null;
  readonly challengeCancel: string | null;
}

/** One transaction at an ACS. */
export interface IssuerCase {
  readonly areq: AReq;
  readonly organization: Organization;
  readonly dsTransId: string;
  readonly acsTransId: string;
  readonly answered: IssuerStatement;
  /** The result of a challenge, once it is over. */
  final: IssuerStatement | undefined;
}

export interface Book {
  readonly cases: readonly IssuerCase[];
  /** Authentications whose request was refused as invalid, with the refusal received by a node. */
  readonly refused: Set<string>;
  add(made: IssuerCase): void;
  ofDirectory(dsTransId: string | null): IssuerCase | undefined;
  ofAcs(acsTransId: string | undefined): IssuerCase | undefined;
  /** Whether the issuer has given exactly this proof. */
  confirms(claim: { eci: string; cavv: string | null; dsTransId: string }): boolean;
}

export function createBook(): Book {
  const cases: IssuerCase[] = [];
  const ofDirectory: Book['ofDirectory'] = (id) => cases.find(({ dsTransId }) => dsTransId === id);
  return {
    cases,
    refused: new Set(),
    add: (made) => void cases.push(made),
    ofDirectory,
    ofAcs: (id) => cases.find(({ acsTransId }) => acsTransId === id),
    confirms({ eci, cavv, dsTransId }) {
      const known = ofDirectory(dsTransId);
      const said = known && finalStatement(known);
      return said?.eci === eci && said.cavv === cavv;
    },
  };
}

export function finalStatement({ answered, final }: IssuerCase): IssuerStatement {
  return final ?? answered;
}

const schemes = {
  VISA: { Y: '05', A: '06', other: '07' },
  MASTERCARD: { Y: '02', A: '01', other: '00' },
} as const;

export function eciFor(organization: Organization, transStatus: TransStatus): string {
  const scheme = organization === 'MASTERCARD' ? schemes.MASTERCARD : schemes.VISA;
  return transStatus === 'Y' || transStatus === 'A' ? scheme[transStatus] : scheme.other;
}
