// Parses and validates requests of the plain acquirer protocol. Only the card number, the holder's
// name and the masked recipient are kept; the security code is checked for its format and dropped.

import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import type { FundingRecord } from './charge.ts';
import type { ThreeDSClaim } from '../acs/proof.ts';
import {
  fieldsOf,
  isPresent,
  MalformedRequest,
  optionalText,
  text,
  uuid,
  type Fields,
} from '../wire/fields.ts';

export interface OperationRequest {
  readonly attemptId: string;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
}

export interface AuthorizeRequest extends OperationRequest {
  readonly kind: 'sale' | 'hold' | 'funding';
  /** For kind funding. */
  readonly funding: FundingRecord | null;
  /** A card number, or the number of a network token or of a device. */
  readonly cardNumber: string;
  /** YYYYMM. */
  readonly expiry: string;
  /** For the number of a network token or of a device. */
  readonly token: { readonly cryptogram: string | null; readonly eci: string | null } | null;
  readonly cardHolder: string | null;
  readonly threeDS: ThreeDSClaim | null;
  readonly exemption: string | null;
  readonly networkTransactionId: string | null;
}

export interface FollowUpRequest extends OperationRequest {
  readonly originalAttemptId: string;
}

export function readAttemptId(request: unknown): string {
  return uuid(fieldsOf(request, 'body'), 'attemptId');
}

export function readAuthorize(request: unknown): AuthorizeRequest {
  const fields = fieldsOf(request, 'body');
  const card = fieldsOf(fields['card'], 'card');
  const { kind } = fields;
  if (kind !== 'sale' && kind !== 'hold' && kind !== 'funding') throw new MalformedRequest('kind');
  optionalText(card, 'cvv', /^\d{3,4}$/);
  return {
    ...readOperation(fields, /^(0|[1-9]\d{0,17})$/),
    kind,
    funding: readFunding(fields),
    cardNumber: text(card, 'number', /^\d{12,19}$/),
    expiry: text(card, 'expiry', /^\d{4}(0[1-9]|1[0-2])$/),
    token: readToken(card),
    cardHolder: optionalText(card, 'holder', /^[^\0]{0,200}$/u),
    threeDS: isPresent(fields['threeDS']) ? readClaim(fields['threeDS']) : null,
    exemption: optionalText(fields, 'exemption', /^(MIT|LOW_VALUE|TRA)$/),
    networkTransactionId: optionalText(fields, 'networkTransactionId', /^[\x20-\x7e]{1,128}$/),
  };
}

/** The number is checked and masked at once; only kind funding has these fields. */
function readFunding(fields: Fields): FundingRecord | null {
  const isFunding = fields['kind'] === 'funding';
  if (isPresent(fields['funding']) !== isFunding) throw new MalformedRequest('funding');
  if (!isFunding) return null;
  const funding = fieldsOf(fields['funding'], 'funding');
  const recipient = fieldsOf(funding['recipient'], 'funding.recipient');
  const number = text(recipient, 'number', /^\d{12,19}$/);
  if (!passesLuhn(number)) throw new MalformedRequest('number');
  return {
    purposeCode: text(funding, 'purposeCode', /^(AA|BI|FD|FT|LA|PD|PP|TU|WT)$/),
    fundSource: optionalText(funding, 'fundSource', /^0[1-6]$/),
    fundSourceRef: optionalText(funding, 'fundSourceRef', /^[A-Za-z0-9 ./_-]{1,34}$/),
    recipientMask: `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`,
    recipientName: optionalText(recipient, 'name', /^[^\p{Cc}]{1,64}$/u),
  };
}

function readToken(card: Fields): AuthorizeRequest['token'] {
  const type = optionalText(card, 'numberType', /^(PAN|NETWORK_TOKEN)$/);
  const cryptogram = optionalText(card, 'cryptogram', /^[A-Za-z0-9+/]{27}=$/);
  const eci = optionalText(card, 'eci', /^0[0-7]$/);
  if (type === 'NETWORK_TOKEN') {
    if (eci !== null && cryptogram === null) throw new MalformedRequest('eci');
    return { cryptogram, eci };
  }
  if (cryptogram !== null) throw new MalformedRequest('cryptogram');
  if (eci !== null) throw new MalformedRequest('eci');
  return null;
}

function readClaim(value: unknown): ThreeDSClaim {
  const claim = fieldsOf(value, 'threeDS');
  text(claim, 'version', /^\d\.\d\.\d$/);
  text(claim, 'transStatus', /^[YACDNRUI]$/);
  return {
    eci: text(claim, 'eci', /^0[0-7]$/),
    cavv: optionalText(claim, 'cavv', /^[A-Za-z0-9+/=]{1,64}$/),
    dsTransId: uuid(claim, 'dsTransId'),
  };
}

export function readFollowUp(request: unknown): FollowUpRequest {
  const fields = fieldsOf(request, 'body');
  const operation = readOperation(fields);
  const originalAttemptId = uuid(fields, 'originalAttemptId');
  if (originalAttemptId === operation.attemptId) throw new MalformedRequest('originalAttemptId');
  return { ...operation, originalAttemptId };
}

/** Only an authorization may have no amount: it verifies the card. */
function readOperation(fields: Fields, form = /^[1-9]\d{0,17}$/): OperationRequest {
  return {
    attemptId: uuid(fields, 'attemptId'),
    merchantId: text(fields, 'merchantId', /^[\x21-\x7e]{1,64}$/),
    paymentId: uuid(fields, 'paymentId'),
    amountMinor: BigInt(text(fields, 'amountMinor', form)),
    currency: text(fields, 'currency', /^[A-Z]{3}$/),
  };
}
