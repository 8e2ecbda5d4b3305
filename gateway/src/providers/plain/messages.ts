// The messages of the plain acquirer protocol: JSON over POST, one path per operation, identified
// by the attempt's id and safe to repeat. docs/guides/acquirer-protocol.md describes it.

import type { JsonAnswer } from '../../http/outgoing.ts';
import type { Exemption } from '../means.ts';
import { storedText, type OperationMessage } from '../operation-message.ts';
import { isRejectCode } from '../reject-codes.ts';
import type { Finding } from '../outcome.ts';

export const verbs = ['authorize', 'capture', 'adjust', 'reverse', 'refund', 'inquire'] as const;
export type Verb = (typeof verbs)[number];

/** Answers of an issuer about a card, its security code, its dates or its account. */
export const cardRejectCodes = [
  'DO_NOT_HONOR',
  'INSUFFICIENT_FUNDS',
  'EXPIRED_CARD',
  'LOST_CARD',
  'STOLEN_CARD',
  'LIMIT_EXCEEDED',
  'INVALID_CVV',
  'INVALID_CARD',
  'CARD_RESTRICTED',
  'SUSPECTED_FRAUD',
] as const;

/** Declines before the issuer was reached: another acquirer may reach it. */
const unreachedCodes: readonly string[] = ['ISSUER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE'];

/** The request to the provider. */
export interface PlainRequest extends OperationMessage {
  readonly attemptId: string;
  readonly kind?: 'sale' | 'hold' | 'funding';
  readonly card?: {
    readonly number: string;
    readonly expiry: string;
    readonly cvv: string | null;
    readonly holder: string | null;
    /** What the number is; absent: a card number. */
    readonly numberType?: 'NETWORK_TOKEN';
    /** For a network token, if the customer is present: base64 of 20 bytes. */
    readonly cryptogram?: string;
    /** What came with the cryptogram, if anything: 2 digits. */
    readonly eci?: string;
  };
  /** For kind funding: why the money is moved, where it comes from, and who receives it. */
  readonly funding?: {
    readonly purposeCode: string;
    readonly fundSource?: string;
    readonly fundSourceRef?: string;
    readonly recipient: { readonly number: string; readonly name?: string };
  };
  /** The result of the customer's authentication, if there was one. */
  readonly threeDS?: {
    readonly eci: string;
    /** Base64 of 20 bytes. */
    readonly cavv: string | null;
    readonly dsTransId: string;
    readonly version: string;
    readonly transStatus: string;
  };
  /** Why no authentication is needed. */
  readonly exemption?: Exemption;
  /** Without the customer: the card network's id of the first payment of the series. */
  readonly networkTransactionId?: string;
}

/** The body of an answer with status 200; `result` decides. */
export interface PlainReply {
  readonly result: 'APPROVED' | 'DECLINED' | 'PENDING' | 'NOT_FOUND';
  readonly attemptId: string;
  readonly reference?: string;
  readonly authCode?: string;
  /** The card network's id of an authorization. */
  readonly networkTransactionId?: string;
  readonly rejectCode?: string;
}

export type PlainAnswer = JsonAnswer;

/** Anything that is not exactly a known answer about this attempt is `unknown`. */
export function readAnswer(answer: PlainAnswer, attemptId: string): Finding {
  if (answer.status !== 200) return { kind: 'unknown', why: 'provider-error' };
  const reply = answer.body as Partial<PlainReply> | null | undefined;
  if (typeof reply !== 'object' || reply === null || reply.attemptId !== attemptId) {
    return { kind: 'unknown', why: 'garbage' };
  }
  const reference = storedText(reply.reference);
  switch (reply.result) {
    case 'APPROVED': {
      if (reference === null) return { kind: 'unknown', why: 'garbage' };
      const authCode = storedText(reply.authCode);
      const networkTransactionId = storedText(reply.networkTransactionId);
      return { kind: 'approved', reference, authCode, networkTransactionId };
    }
    case 'DECLINED': {
      const code = typeof reply.rejectCode === 'string' ? reply.rejectCode : '';
      const rejectCode = isRejectCode(code) ? code : 'DO_NOT_HONOR';
      const elsewhere = unreachedCodes.includes(rejectCode) && { mayTryElsewhere: true as const };
      return { kind: 'declined', rejectCode, reference, ...elsewhere };
    }
    case 'PENDING':
      return { kind: 'pending', reference, customer: null };
    case 'NOT_FOUND':
      return { kind: 'not-found' };
    default:
      return { kind: 'unknown', why: 'garbage' };
  }
}
