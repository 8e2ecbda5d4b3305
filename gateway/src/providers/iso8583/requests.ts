// The payment messages to a host, in the fields of ISO 8583:1987 or :1993. A follow-up names its
// authorization by the numbers of that attempt; it has no card number, because none is kept.

import { defect } from '../../core/assert.ts';
import { currencyNumeric } from '../../core/currency.ts';
import type { Money } from '../../core/money.ts';
import { open, type Secret } from '../../core/secret.ts';
import { present } from '../../core/json/present.ts';
import type { CardMeans } from '../means.ts';
import type { Authorization, FollowUp, Inquiry } from '../provider.ts';
import type { IsoMessage } from './codec/iso-message.ts';
import { writePrivateFields, type Facts } from './profile/private-fields.ts';
import type { HostProfile, IsoOperation } from './profile/host-profile.ts';
import { readReference } from './reference.ts';
import { traceNumbersOf, type TraceNumbers } from './trace-numbers.ts';

/** Who takes the payment, as the acquirer knows it. */
export interface CardAcceptor {
  /** Field 41, up to 8 characters. */
  readonly terminalId: string;
  /** Field 42, up to 15 characters. */
  readonly cardAcceptorId: string;
  /** The merchant category code, field 18 or 26. */
  readonly mcc: string;
  /** Field 19, numeric. */
  readonly country: string;
  /** Field 32. */
  readonly acquirerId: string;
}

export function authorizationMessage(
  profile: HostProfile,
  acceptor: CardAcceptor,
  { attemptId, merchantId, paymentId, amount, means, kind }: Authorization,
): IsoMessage {
  if (means.kind !== 'card') return defect('ISO 8583 is for cards only');
  if (kind === 'funding') return defect('ISO 8583 has no account funding here');
  const fields = [
    ...standardFields(profile, acceptor, kind, amount, traceNumbersOf(attemptId)),
    ...channelFields(profile),
    field(2, open(means.card.number)),
    field(14, open(means.card.expiry).slice(2)),
    ...writePrivateFields(profile.privateFields, {
      merchantId,
      paymentId,
      ...factsOf(means),
    }),
  ];
  return messageOf(profile, kind, fields);
}

export function followUpMessage(
  profile: HostProfile,
  acceptor: CardAcceptor,
  operation: Exclude<IsoOperation, 'hold' | 'sale' | 'undo'>,
  request: FollowUp,
): IsoMessage {
  const { attemptId, merchantId, paymentId, originalAttemptId, originalReference } = request;
  // A capture or a new amount is for a hold; else the reference tells what the original was.
  const original = readReference(originalReference);
  const isOfHold = operation === 'capture' || operation === 'adjust';
  const type = isOfHold ? profile.types.hold : (original.type ?? profile.types.sale);
  const fields = [
    ...standardFields(profile, acceptor, operation, request.amount, traceNumbersOf(attemptId)),
    ...(original.authCode === null ? [] : [field(38, original.authCode.padEnd(6))]),
    ...originalFields(profile, acceptor, type, traceNumbersOf(originalAttemptId)),
    ...writePrivateFields(profile.privateFields, { merchantId, paymentId }),
  ];
  return messageOf(profile, operation, fields);
}

/** The reversal of an authorization without a known result. */
export function undoMessage(
  profile: HostProfile,
  acceptor: CardAcceptor,
  { attemptId, merchantId, kind, amountMinor: minor, currency }: Inquiry,
): IsoMessage {
  const type = profile.types[kind === 'hold' ? 'hold' : 'sale'];
  const numbers = traceNumbersOf(attemptId, 'undo');
  const fields = [
    ...standardFields(profile, acceptor, 'undo', { minor, currency }, numbers),
    ...originalFields(profile, acceptor, type, traceNumbersOf(attemptId)),
    ...writePrivateFields(profile.privateFields, { merchantId }),
  ];
  return messageOf(profile, 'undo', fields);
}

/** The same message, marked as sent before: 0220 becomes 0221. */
export function asRepeat({ type, fields }: IsoMessage): IsoMessage {
  return { type: `${type.slice(0, 3)}${String(Number(type[3]) | 1)}`, fields };
}

type Field = readonly [number: number, value: string];
const field = (number: number, value: string): Field => [number, value];

/** Later fields replace earlier ones, and those of the operator replace all. */
function messageOf(
  { types, fixed }: HostProfile,
  operation: IsoOperation,
  fields: readonly Field[],
): IsoMessage {
  return { type: types[operation], fields: new Map([...fields, ...fixed]) };
}

/** Where money goes: 00 a purchase, 20 a refund. */
const processingCodes: Readonly<Partial<Record<IsoOperation, string>>> = { refund: '200000' };
const PURCHASE = '000000';

/** Function codes of :1993: an adjustment replaces the authorized amount. */
const functionCodes: Readonly<Record<IsoOperation, string>> = {
  hold: '100',
  sale: '200',
  capture: '201',
  adjust: '102',
  reverse: '400',
  refund: '200',
  undo: '400',
};

/** Reasons of reversals in :1993: the customer or merchant cancelled, or no answer came in time. */
const reversalReasons: Readonly<Partial<Record<IsoOperation, string>>> = {
  reverse: '4000',
  undo: '4021',
};

function standardFields(
  { packager }: HostProfile,
  acceptor: CardAcceptor,
  operation: IsoOperation,
  { minor, currency }: Money,
  { stan, rrn, sentAt, localTime }: TraceNumbers,
): Field[] {
  const numeric = currencyNumeric(currency) ?? defect(`${currency} has no numeric code`);
  const all = [
    field(3, processingCodes[operation] ?? PURCHASE),
    field(4, String(minor).padStart(12, '0')),
    field(7, sentAt),
    field(11, stan),
    field(19, acceptor.country),
    field(32, acceptor.acquirerId),
    field(37, rrn),
    field(41, acceptor.terminalId.padEnd(8)),
    field(42, acceptor.cardAcceptorId.padEnd(15)),
    field(49, numeric),
  ];
  if (packager.version === '1987') {
    const local = [field(12, localTime.slice(6)), field(13, localTime.slice(2, 6))];
    return [...all, ...local, field(18, acceptor.mcc)];
  }
  const reason = reversalReasons[operation];
  return [
    ...all,
    field(12, localTime),
    field(24, functionCodes[operation]),
    ...(reason === undefined ? [] : [field(25, reason)]),
    field(26, acceptor.mcc),
  ];
}

/** Electronic commerce: the number was entered, neither card nor customer is present. */
function channelFields({ packager }: HostProfile): Field[] {
  if (packager.version === '1987') return [field(22, '812'), field(25, '59')];
  return [field(22, '100050100000')];
}

/** Which operation a follow-up refers to. */
function originalFields(
  { packager, refersBy }: HostProfile,
  { acquirerId }: CardAcceptor,
  type: string,
  { stan, rrn, sentAt, localTime }: TraceNumbers,
): Field[] {
  const sameRrn = refersBy === 'original-data' ? [] : [field(37, rrn)];
  if (refersBy === 'rrn') return sameRrn;
  if (packager.version === '1987') {
    const data = type + stan + sentAt + acquirerId.padStart(11, '0') + '0'.repeat(11);
    return [...sameRrn, field(90, data)];
  }
  const length = String(acquirerId.length).padStart(2, '0');
  return [...sameRrn, field(56, type + stan + localTime + length + acquirerId)];
}

function factsOf(means: CardMeans): Facts {
  const { card, threeDS, cryptogram, networkToken, exemption, networkTransactionId } = means;
  const textOf = (value: Secret<string> | null | undefined) => value && open(value);
  return present({
    cvv: textOf(card.cvv),
    holder: card.holder && plainLetters(open(card.holder)),
    eci: threeDS?.eci ?? means.eci,
    cavv: textOf(threeDS?.cavv),
    dsTransId: threeDS?.dsTransId,
    threeDSVersion: threeDS?.version,
    transStatus: threeDS?.transStatus,
    cryptogram: textOf(cryptogram),
    numberType: means.numberType === 'PAN' ? null : 'TOKEN',
    tokenScheme: networkToken?.scheme,
    exemption,
    networkTransactionId,
  });
}

const MAX_HOLDER = 26;

/** Hosts take ASCII only: letters lose their marks, other characters become spaces. */
function plainLetters(name: string): string {
  const marked = name.replaceAll('ł', 'l').replaceAll('Ł', 'L').normalize('NFD');
  const plain = marked.replace(/\p{M}/gu, '').replace(/[^\x20-\x7e]/g, ' ');
  return plain.slice(0, MAX_HOLDER);
}
