// The messages of the plain redirect protocol: JSON over POST, identified by the attempt's id and
// safe to repeat. docs/guides/bank-transfers.md describes it. Only exact answers are accepted.

import { currencyDecimals } from '../../core/currency.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { money } from '../../core/money.ts';
import type { JsonAnswer } from '../../http/outgoing.ts';
import type { Bank, BankState } from '../bank.ts';
import type { Payer } from '../means.ts';
import { approvalOf, type Finding } from '../outcome.ts';
import {
  isAskedAmount,
  storedText,
  type AskedAttempt,
  type OperationMessage,
} from '../operation-message.ts';
import { isRejectCode } from '../reject-codes.ts';

export type RedirectVerb = 'start' | 'stop' | 'refund' | 'inquire' | 'banks';

export interface RedirectRequest extends OperationMessage {
  readonly attemptId?: string;
  readonly bankId?: number;
  readonly description?: string;
  readonly payer?: Payer;
  readonly validUntil?: string;
  /** Where the customer returns to, with ServiceID, OrderID and Hash in the query. */
  readonly returnUrl?: string;
}

const garbage: Finding = { kind: 'unknown', why: 'garbage' };

export function readRedirectAnswer(
  answer: JsonAnswer,
  asked: AskedAttempt,
  isAllowedUrl: (url: string) => boolean,
): Finding {
  if (answer.status !== 200) return { kind: 'unknown', why: 'provider-error' };
  const reply = fieldsOf(answer.body);
  if (reply?.['attemptId'] !== asked.attemptId) return garbage;
  const reference = storedText(reply['reference']);
  switch (reply['result']) {
    case 'APPROVED':
      if (!isAskedAmount(reply, asked) || reference === null) return garbage;
      return approvalOf(reference);
    case 'DECLINED': {
      const code = String(reply['rejectCode']);
      const rejectCode = isRejectCode(code) ? code : 'BANK_REJECTED';
      return { kind: 'declined', rejectCode, reference };
    }
    case 'PENDING': {
      const url = reply['redirectUrl'];
      if (url === undefined) return { kind: 'pending', reference, customer: null };
      if (typeof url !== 'string' || !isAllowedUrl(url)) return garbage;
      return { kind: 'pending', reference, customer: { kind: 'redirect', url } };
    }
    case 'NOT_FOUND':
      return { kind: 'not-found' };
    default:
      return garbage;
  }
}

const states: ReadonlySet<unknown> = new Set(['OK', 'TEMPORARY_DISABLED', 'DISABLED']);
const HOUR = /^([01][0-9]|2[0-4]):[0-5][0-9]$/;
const MINOR = /^(0|[1-9][0-9]{0,13})$/;

/** Undefined if the answer cannot be used; entries that are not exact are left out. */
export function readBanks(answer: JsonAnswer, provider: string): readonly Bank[] | undefined {
  const list = fieldsOf(answer.body)?.['banks'];
  if (answer.status !== 200 || !Array.isArray(list)) return undefined;
  return list.flatMap((one: unknown) => bankOf(fieldsOf(one) ?? {}, provider) ?? []);
}

function bankOf(fields: Fields, provider: string): Bank | undefined {
  const { bankId, name, iconUrl, state, minMinor, maxMinor, currency, from, to } = fields;
  const isNumbered = Number.isInteger(bankId) && Number(bankId) > 0;
  const isNamed = typeof name === 'string' && name !== '' && name.length <= 200;
  if (!isNumbered || !isNamed || !states.has(state)) return undefined;
  const isPriced = MINOR.test(String(minMinor)) && MINOR.test(String(maxMinor));
  if (!isPriced || typeof currency !== 'string' || currencyDecimals(currency) === undefined) {
    return undefined;
  }
  const hasHours = HOUR.test(String(from)) && HOUR.test(String(to));
  if (!hasHours && (from !== undefined || to !== undefined)) return undefined;
  return {
    provider,
    bankId: Number(bankId),
    name,
    iconUrl: textOf(iconUrl, /^https?:\/\/[\x21-\x7e]+$/) ?? null,
    state: state as BankState,
    limits: [
      {
        min: money(BigInt(String(minMinor)), currency),
        max: money(BigInt(String(maxMinor)), currency),
      },
    ],
    hours: hasHours ? { from: String(from), to: String(to) } : null,
  };
}
