// Translates between the messages of the simulated host and the plain protocol of the simulated
// acquirer, which decides and keeps everything. An operation is known by its trace number, time and
// reference, so a repeated message is the same operation.

import { createHash } from 'node:crypto';
import { currencyCodes, currencyNumeric } from '@bramka/gateway/core/currency.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import type { PlainReply, PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import type { IsoMessage } from '@bramka/gateway/providers/iso8583/codec/iso-message.ts';

/** The tagged texts of field 48: two characters of tag, three digits of length. */
const TAG = /(..)(\d{3})/y;

function readTags(content: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let at = 0; at < content.length;) {
    TAG.lastIndex = at;
    const [head, tag, length] = TAG.exec(content) ?? [];
    if (head === undefined || tag === undefined) break;
    at += head.length + Number(length);
    found[tag] = content.slice(at - Number(length), at);
  }
  return found;
}

interface Operation {
  readonly verb: Exclude<Verb, 'inquire'>;
  readonly request: PlainRequest;
}

/** Undefined: it is not a message that this host knows. */
export function readOperation({ type, fields }: IsoMessage): Operation | undefined {
  const textOf = (number: number): string => fields.get(number)?.trim() ?? '';
  const verb = verbOf(type, fields);
  const currency = currencyCodes.find((code) => currencyNumeric(code) === textOf(49));
  if (verb === undefined || currency === undefined || !/^\d{12}$/.test(textOf(4))) return undefined;
  const tags = readTags(fields.get(48) ?? '');
  const account = `${textOf(37)} ${textOf(41)} ${textOf(42)}`;
  const original = /^(\d{4})(\d{6})(\d{10})/.exec(textOf(90));
  const attemptId = idOf(`${firstOf(type)} ${textOf(11)} ${textOf(7)} ${account}`);
  const operation = {
    attemptId,
    merchantId: tags['91'] ?? textOf(42),
    // A message about an authorization without an answer names no payment.
    paymentId: tags['90'] ?? attemptId,
    amountMinor: String(BigInt(textOf(4))),
    currency,
  };
  if (verb !== 'authorize') {
    if (!original) return undefined;
    const [, originalType, stan, sentAt] = original;
    const originalAttemptId = idOf(`${originalType} ${stan} ${sentAt} ${account}`);
    return { verb, request: { ...operation, originalAttemptId } };
  }
  const kind = type.startsWith('01') ? 'hold' : 'sale';
  const card = cardOf(textOf(2), textOf(14), tags);
  return { verb, request: { ...operation, kind, card, ...proofOf(tags) } };
}

function verbOf(type: string, fields: IsoMessage['fields']): Operation['verb'] | undefined {
  const isFollowUp = fields.has(90);
  switch (type.slice(0, 3)) {
    case '010':
      return isFollowUp ? 'adjust' : 'authorize';
    case '020':
      return fields.get(3)?.startsWith('20') ? 'refund' : 'authorize';
    case '022':
      return 'capture';
    case '040':
    case '042':
      return 'reverse';
    default:
      return undefined;
  }
}

/** The type of the first message, of which this one may be a repeat. */
function firstOf(type: string): string {
  return `${type.slice(0, 3)}0`;
}

/** A hash in the form of an id. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

type Tags = Readonly<Record<string, string>>;

function cardOf(number: string, expiry: string, tags: Tags): NonNullable<PlainRequest['card']> {
  const isToken = tags['45'] === 'TOKEN';
  const token = { numberType: 'NETWORK_TOKEN', ...present({ cryptogram: tags['44'] }) } as const;
  // Without the result of an authentication the indicator is that of the cryptogram.
  const eci = tags['44'] !== undefined && tags['66'] === undefined ? tags['42'] : undefined;
  return {
    number,
    expiry: `20${expiry}`,
    cvv: tags['92'] ?? null,
    holder: tags['93'] ?? null,
    ...(isToken ? { ...token, ...present({ eci }) } : {}),
  };
}

function proofOf(tags: Tags): Pick<PlainRequest, 'threeDS' | 'exemption' | 'networkTransactionId'> {
  const { 42: eci = '', 43: cavv = null, 66: dsTransId } = tags;
  const { 67: version = '', 68: transStatus = '' } = tags;
  const threeDS =
    dsTransId === undefined ? undefined : { eci, cavv, dsTransId, version, transStatus };
  const exemption = tags['47'] as PlainRequest['exemption'];
  return present({ threeDS, exemption, networkTransactionId: tags['63'] });
}

export const APPROVED = '00';
export const MALFUNCTION = '96';
export const FORMAT_ERROR = '30';
const IN_PROGRESS = '09';
const TOO_LATE = '68';
const DO_NOT_HONOR = '05';

const codes: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS: '51',
  EXPIRED_CARD: '54',
  LOST_CARD: '41',
  STOLEN_CARD: '43',
  LIMIT_EXCEEDED: '61',
  INVALID_CVV: '82',
  INVALID_CARD: '14',
  CARD_RESTRICTED: '62',
  SUSPECTED_FRAUD: '59',
  ISSUER_UNAVAILABLE: '91',
  SCA_REQUIRED: '1A',
  SYSTEM_ERROR: '12',
};

/** Trace numbers, amount and names are repeated; card data never is. */
const repeated = [3, 4, 7, 11, 12, 13, 32, 37, 41, 42, 49, 70, 90];

export function answerWith(
  { type, fields }: IsoMessage,
  code: string,
  more: readonly (readonly [number, string])[] = [],
): IsoMessage {
  const kept = [...fields].filter(([number]) => repeated.includes(number));
  const answer = `${type.slice(0, 2)}${String(Number(type[2]) + 1)}0`;
  return { type: answer, fields: new Map([...kept, [39, code], ...more]) };
}

/** The answer to a message from what the acquirer decided. */
export function answerOf(message: IsoMessage, status: number, reply: PlainReply): IsoMessage {
  // It may have been performed: not a decline.
  if (status >= 500) return answerWith(message, TOO_LATE);
  if (status >= 400) return answerWith(message, FORMAT_ERROR);
  switch (reply.result) {
    case 'APPROVED':
      return answerWith(message, APPROVED, approvalFields(reply));
    case 'PENDING':
      return answerWith(message, IN_PROGRESS);
    default:
      return answerWith(message, codes[reply.rejectCode ?? ''] ?? DO_NOT_HONOR);
  }
}

function approvalFields({ authCode, networkTransactionId: id }: PlainReply): [number, string][] {
  const length = String(id?.length ?? 0).padStart(3, '0');
  return [
    ...(authCode === undefined ? [] : [[38, authCode] as [number, string]]),
    ...(id === undefined ? [] : [[48, `63${length}${id}`] as [number, string]]),
  ];
}
