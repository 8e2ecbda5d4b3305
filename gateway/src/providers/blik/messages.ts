// The messages of the BLIK protocol: JSON over POST, one path per operation, identified by the
// attempt's id and safe to repeat. docs/guides/blik-protocol.md describes it.

import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import {
  isAskedAmount,
  storedText,
  type AskedAttempt,
  type OperationMessage,
} from '../operation-message.ts';
import { approvalOf, type BankApp, type Finding, type Outcome } from '../outcome.ts';
import { blikRejectCode } from './reasons.ts';

export const blikVerbs = ['authorize', 'stop', 'reverse', 'refund', 'inquire'] as const;
export type BlikVerb = (typeof blikVerbs)[number];

/** What the customer pays with: a code, or an alias that was registered with an earlier payment. */
export type BlikTicketMessage =
  | { readonly type: 'CODE'; readonly code: string }
  | { readonly type: 'UID' | 'PAYID'; readonly alias: string; readonly app?: string };

export interface BlikRegistrationMessage {
  readonly type: 'UID' | 'PAYID';
  readonly alias: string;
  readonly label: string;
  readonly recurring?: {
    readonly model: 'A' | 'M' | 'O';
    readonly frequency?: string;
    readonly limitMinor?: string;
    readonly totalLimitMinor?: string;
    readonly totalCount?: string;
    /** YYYYMMDD. */
    readonly expiresOn?: string;
  };
}

/** The request to the operator. */
export interface BlikRequest extends OperationMessage {
  readonly attemptId: string;
  readonly ticket?: BlikTicketMessage;
  readonly register?: BlikRegistrationMessage;
  readonly payer?: { readonly ip?: string; readonly userAgent?: string };
  readonly description?: string;
  /** Where the operator sends the result if it is not decided at once. */
  readonly notificationUrl?: string;
}

/** The body of an answer with status 200; `result` decides. */
export interface BlikReply {
  readonly result: 'APPROVED' | 'DECLINED' | 'PENDING' | 'AMBIGUOUS' | 'NOT_FOUND';
  readonly attemptId: string;
  readonly reference?: string;
  readonly amountMinor?: string;
  readonly currency?: string;
  readonly reason?: string;
  /** PENDING: the customer must confirm in the bank app. */
  readonly confirm?: boolean;
  /** AMBIGUOUS: the bank apps of the alias. */
  readonly apps?: readonly BankApp[];
}

export type BlikAnswer = JsonAnswer;

const garbage: Finding = { kind: 'unknown', why: 'garbage' };

/** Anything that is not exactly a known answer about this attempt is `unknown`. */
export function readBlikAnswer(answer: BlikAnswer, asked: AskedAttempt): Finding {
  if (answer.status !== 200) return { kind: 'unknown', why: 'provider-error' };
  const reply = fieldsOf(answer.body);
  if (reply?.['attemptId'] !== asked.attemptId) return garbage;
  if (reply['result'] === 'APPROVED' && !isAskedAmount(reply, asked)) return garbage;
  if (reply['result'] === 'NOT_FOUND') return { kind: 'not-found' };
  return readResult(reply['result'], reply) ?? garbage;
}

/** The result in an answer or a notification; undefined if it is not exactly a known one. */
export function readResult(result: unknown, fields: Fields): Outcome | undefined {
  const reference = storedText(fields['reference']);
  switch (result) {
    case 'APPROVED':
      return reference === null ? undefined : approvalOf(reference);
    case 'DECLINED':
      return readDecline(fields['reason'], reference);
    case 'AMBIGUOUS': {
      const apps = readApps(fields['apps']);
      const rejectCode = 'BLIK_ALIAS_NONUNIQUE';
      return apps && { kind: 'declined', rejectCode, reference, apps };
    }
    case 'PENDING': {
      const { confirm } = fields;
      if (confirm !== undefined && typeof confirm !== 'boolean') return undefined;
      return { kind: 'pending', reference, customer: confirm ? { kind: 'confirm' } : null };
    }
    default:
      return undefined;
  }
}

/** A decline is final whatever its reason. */
function readDecline(reason: unknown, reference: string | null): Outcome | undefined {
  const known = textOf(reason, /^[A-Z_]{1,64}$/);
  if (known === undefined) return undefined;
  return { kind: 'declined', rejectCode: blikRejectCode(known), reference };
}

const MAX_APPS = 20;
const APP_KEY = /^[\x21-\x7e]{1,64}$/;
/** No control characters: the label is shown to the customer and stored. */
const APP_LABEL = /^[^\p{Cc}\p{Cs}]{1,64}$/u;

function readApps(value: unknown): readonly BankApp[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_APPS) return undefined;
  const apps: BankApp[] = [];
  for (const one of value) {
    const fields = fieldsOf(one);
    const key = textOf(fields?.['key'], APP_KEY);
    const label = textOf(fields?.['label'], APP_LABEL);
    if (!key || !label) return undefined;
    apps.push({ key, label });
  }
  return new Set(apps.map(({ key }) => key)).size === apps.length ? apps : undefined;
}
