// Checks the envelope of every answer of a directory server: HTTP status, message type, requested
// version and transaction id. A protocol error is read with any HTTP status, because servers differ
// in the status they use.

import { present } from '../../core/json/present.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import type { AReq } from './message.ts';
import type { PReq } from '../ranges/range-message.ts';
import { fieldsOf, ownValue, textOf, uuidOf, type Fields } from './fields.ts';

export interface AnswerError {
  readonly kind: 'error';
  /**
   * Not readable, an HTTP error, a protocol error message, or an answer that requires a challenge
   * or refuses but cannot be used.
   */
  readonly why: 'garbage' | 'provider-error' | 'protocol-error' | 'unusable';
  /** The protocol's error code, three digits. */
  readonly errorCode?: string;
}

export const GARBAGE: AnswerError = { kind: 'error', why: 'garbage' };
export const UNUSABLE: AnswerError = { kind: 'error', why: 'unusable' };

type OpenedAnswer = { readonly kind: 'message'; readonly fields: Fields } | AnswerError;

export function openAnswer(
  { status, body }: JsonAnswer,
  asked: AReq | PReq,
  expected: 'ARes' | 'PRes',
): OpenedAnswer {
  const fields = fieldsOf(body);
  if (fields && ownValue(fields, 'messageType') === 'Erro') return readErro(fields, asked);
  if (status !== 200) return { kind: 'error', why: 'provider-error' };
  if (!fields) return GARBAGE;
  const isExpected =
    ownValue(fields, 'messageType') === expected &&
    ownValue(fields, 'messageVersion') === asked.messageVersion &&
    isAbout(fields, asked);
  return isExpected ? { kind: 'message', fields } : GARBAGE;
}

/** An error may omit the transaction's id, but must not have another one. */
function readErro(fields: Fields, asked: AReq | PReq): AnswerError {
  const isOurs = ownValue(fields, 'threeDSServerTransID') === undefined || isAbout(fields, asked);
  if (!isOurs) return GARBAGE;
  const errorCode = textOf(fields, 'errorCode', /^[0-9]{3}$/);
  return { kind: 'error', why: 'protocol-error', ...present({ errorCode }) };
}

function isAbout(fields: Fields, asked: AReq | PReq): boolean {
  return uuidOf(fields, 'threeDSServerTransID') === asked.threeDSServerTransID.toLowerCase();
}
