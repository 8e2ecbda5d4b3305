// The answers to calls. Approved and declined need an exact answer about this attempt; whatever
// else arrives is unknown, and Adyen's message brings the result.

import { fieldsOf, textOf, type Fields } from '../../../core/json/fields.ts';
import type { Money } from '../../../core/money.ts';
import type { JsonAnswer } from '../../../http/outgoing.ts';
import { storedText } from '../../operation-message.ts';
import type { Declined, Outcome, Unknown } from '../../outcome.ts';
import type { ProviderRequest } from '../../provider.ts';
import { declineOf, refusalOf } from '../reasons.ts';

const garbage: Unknown = { kind: 'unknown', why: 'garbage' };
const providerError: Unknown = { kind: 'unknown', why: 'provider-error' };
const PSP_REFERENCE = /^[\x21-\x7e]{1,64}$/;

export function readPayment(
  answer: JsonAnswer,
  { amount }: ProviderRequest,
  ownReference: string,
): Outcome {
  if (answer.status !== 200) return readError(answer, 'authorize');
  const fields = fieldsOf(answer.body);
  if (!fields || fields['merchantReference'] !== ownReference) return garbage;
  const reference = textOf(fields['pspReference'], PSP_REFERENCE) ?? null;
  switch (fields['resultCode']) {
    case 'Authorised':
      if (reference === null || !isOf(amount, fields['amount'])) return garbage;
      return { kind: 'approved', reference, ...cardFacts(fieldsOf(fields['additionalData'])) };
    case 'Refused':
    case 'Error':
    case 'Cancelled':
      return declineOf(fields['refusalReasonCode'] ?? fields['refusalReason'], reference);
    case 'Received':
    case 'Pending':
      return { kind: 'pending', reference, customer: null };
    case 'RedirectShopper':
    case 'ChallengeShopper':
    case 'IdentifyShopper':
      return { kind: 'declined', rejectCode: 'SCA_REQUIRED', reference };
    default:
      // Also PartiallyAuthorised: it is stopped when the payment expires.
      return garbage;
  }
}

/** An answer may leave the amount out. */
function isOf({ minor, currency }: Money, said: unknown): boolean {
  const fields = fieldsOf(said);
  return said === undefined
    ? true
    : fields?.['value'] === Number(minor) && fields['currency'] === currency;
}

function cardFacts(additional: Fields | undefined) {
  return {
    authCode: storedText(additional?.['authCode']),
    networkTransactionId: storedText(additional?.['networkTxReference']),
  };
}

export function readModification(
  answer: JsonAnswer,
  { amount }: ProviderRequest,
  ownReference: string,
): Outcome {
  if (answer.status !== 201) return readError(answer, 'modification');
  const fields = fieldsOf(answer.body);
  const reference = textOf(fields?.['pspReference'], PSP_REFERENCE);
  const isOurs = fields?.['status'] === 'received' && fields['reference'] === ownReference;
  if (!isOurs || reference === undefined || !isOf(amount, fields['amount'])) return garbage;
  return { kind: 'pending', reference, customer: null };
}

/** The kind of authentication and configuration, or too many requests: nothing was done. */
const closed: ReadonlySet<number> = new Set([401, 403, 429]);

/** Errors of Adyen itself, after which it is not known what was done. */
const internal: ReadonlySet<unknown> = new Set(['701', '702', '703', '704', '903', '904']);

const notHere: Declined = {
  kind: 'declined',
  rejectCode: 'PROVIDER_UNAVAILABLE',
  reference: null,
  mayTryElsewhere: true,
};

/**
 * A request that was refused has done nothing. An operation on an authorization that the account
 * may not make now stays unknown: it is sent again.
 */
function readError({ status, body }: JsonAnswer, of: 'authorize' | 'modification'): Outcome {
  const fields = fieldsOf(body);
  const code = fields?.['errorCode'];
  if (fields?.['status'] !== status || typeof code !== 'string') return providerError;
  if (internal.has(code) || fields['errorType'] === 'internal') return providerError;
  const isClosed = closed.has(status) || fields['errorType'] === 'security';
  if (isClosed) {
    if (of === 'modification') return providerError;
    const { providerCode } = refusalOf(code);
    return { ...notHere, ...(providerCode === undefined ? {} : { providerCode }) };
  }
  return status === 400 || status === 422 ? refusalOf(code) : providerError;
}
