// The outside of every answer of a directory server: it must have come well, be the message that
// was asked for, in the version asked, and about the same transaction. An error of the protocol is
// heard whatever the status of HTTP, since servers differ in which they send it with.

import type { AReq, PReq } from './message.ts';
import { fieldsOf, own, textOf, uuidOf, type Fields } from './fields.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface AnswerError {
  readonly kind: 'error';
  /**
   * Not understood, an error of HTTP, a message that names an error of the protocol, or an answer
   * that wants a challenge or says no, but cannot be used as it is.
   */
  readonly why: 'garbage' | 'provider-error' | 'protocol-error' | 'unusable';
  /** The code of the protocol, of three digits. */
  readonly errorCode?: string;
}

export const GARBAGE: AnswerError = { kind: 'error', why: 'garbage' };
export const UNUSABLE: AnswerError = { kind: 'error', why: 'unusable' };

export type OpenedAnswer = { readonly kind: 'message'; readonly fields: Fields } | AnswerError;

export function openAnswer(
  { status, body }: Answer,
  asked: AReq | PReq,
  expected: 'ARes' | 'PRes',
): OpenedAnswer {
  const fields = fieldsOf(body);
  if (fields && own(fields, 'messageType') === 'Erro') return readErro(fields, asked);
  if (status !== 200) return { kind: 'error', why: 'provider-error' };
  if (!fields) return GARBAGE;
  const isExpected =
    own(fields, 'messageType') === expected &&
    own(fields, 'messageVersion') === asked.messageVersion &&
    isAbout(fields, asked);
  return isExpected ? { kind: 'message', fields } : GARBAGE;
}

/** An error may come without the transaction's id, but never with another's. */
function readErro(fields: Fields, asked: AReq | PReq): AnswerError {
  const isOurs = own(fields, 'threeDSServerTransID') === undefined || isAbout(fields, asked);
  if (!isOurs) return GARBAGE;
  const errorCode = textOf(fields, 'errorCode', /^[0-9]{3}$/);
  return {
    kind: 'error',
    why: 'protocol-error',
    ...(errorCode === undefined ? {} : { errorCode }),
  };
}

function isAbout(fields: Fields, asked: AReq | PReq): boolean {
  return uuidOf(fields, 'threeDSServerTransID') === asked.threeDSServerTransID.toLowerCase();
}
