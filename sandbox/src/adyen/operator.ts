// The simulated Adyen: reads the calls of Checkout, lets the acquirer decide, and answers in the
// protocol. Payments are answered with their result, everything else that it was received.

import { timingSafeEqual } from 'node:crypto';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import type { PlainReply, PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import type { SimulatedAcquirer } from '../acquirer/acquirer.ts';
import { fieldsOf, MalformedRequest, text, type Fields } from '../wire/fields.ts';
import type { Answer } from '../wire/unanswered.ts';
import { reasonOf } from './reasons.ts';
import {
  attemptOf,
  cancelledAttempt,
  paymentOf,
  pspReferenceOf,
  readAmount,
  readOperation,
  type Amount,
  type Operation,
} from './requests.ts';
import type { createWebhooks } from './webhooks.ts';

export interface OperatorParts {
  readonly acquirer: Pick<SimulatedAcquirer, 'handle' | 'chargesOf'>;
  readonly webhooks: Pick<ReturnType<typeof createWebhooks>, 'add' | 'addressOf'>;
  readonly merchantAccount: string;
  readonly apiKey: Secret<string>;
  readonly mayCall: (url: URL) => boolean;
  /** Where messages about payments that have not arrived are sent to. */
  readonly defaultUrl: () => string;
}

export type Headers = Readonly<Record<string, string | undefined>>;
type Work = (parts: OperatorParts, body: Fields, key?: string) => Promise<Answer | undefined>;

/** The verb, which faults name, and what is done for the path. */
export function operationOf(path: string): readonly [verb: string, work: Work] | undefined {
  if (path === '/payments') return ['authorize', pay];
  if (path === '/cancels') return ['stop', cancel];
  if (path === '/paymentMethods') return ['methods', listMethods];
  const [, pspReference = '', name = ''] = /^\/payments\/([^/]+)\/([A-Za-z]+)$/.exec(path) ?? [];
  const known = modifications[name];
  return known && [known[0], (...call) => modify(pspReference, known, ...call)];
}

export async function handleCall(
  parts: OperatorParts,
  { message }: { readonly message: object },
  headers: Headers,
  work: Work,
): Promise<Answer | undefined> {
  if (!isKey(headers['x-api-key'], parts.apiKey)) return refused(401, '000', 'security');
  try {
    const body = fieldsOf(message, 'body');
    if (body['merchantAccount'] !== parts.merchantAccount) return refused(403, '901', 'security');
    return await work(parts, body, headers['idempotency-key']);
  } catch (error) {
    if (!(error instanceof MalformedRequest)) throw error;
    return refused(422, errorCodes[error.field] ?? '702');
  }
}

/** By the field that is wrong. */
const errorCodes: Readonly<Record<string, string>> = {
  amount: '137',
  currency: '138',
  number: '101',
  cvc: '103',
  expiryMonth: '129',
  expiryYear: '129',
  reference: '130',
  paymentMethod: '14_006',
};

function refused(status: number, errorCode: string, errorType = 'validation'): Answer {
  return { status, body: { status, errorCode, message: 'The request was refused.', errorType } };
}

function isKey(given: string | undefined, key: Secret<string>): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(open(key))];
  return one.length === other.length && timingSafeEqual(one, other);
}

const listMethods: Work = async () => ({
  status: 200,
  body: { paymentMethods: [{ name: 'Cards', type: 'scheme', brands: ['visa', 'mc'] }] },
});

const pay: Work = async (parts, body, key) => {
  const operation = readOperation(body, key);
  const amount = readAmount(body);
  const url = URL.parse(text(body, 'returnUrl', /^.{1,2000}$/));
  if (!url || !parts.mayCall(url)) throw new MalformedRequest('returnUrl');
  const request = paymentOf(body, operation);
  const answer = await parts.acquirer.handle('authorize', request);
  const { attemptId, reference } = operation;
  const event = { eventCode: 'AUTHORISATION', attemptId, reference, amount };
  await parts.webhooks.add(event, url.href);
  return answer && paymentAnswer(answer, operation, amount);
};

function paymentAnswer(answer: Answer, operation: Operation, amount: Amount): Answer {
  if (answer.status !== 200 || typeof answer.body === 'string') return unusual(answer);
  const { result, rejectCode, authCode, networkTransactionId } = answer.body as PlainReply;
  const { attemptId, reference: merchantReference } = operation;
  const common = { pspReference: pspReferenceOf(attemptId), merchantReference };
  if (result === 'PENDING') return ok({ ...common, resultCode: 'Received' });
  if (result !== 'APPROVED') {
    const [refusalReasonCode, refusalReason] = reasonOf(rejectCode);
    return ok({ ...common, resultCode: 'Refused', refusalReason, refusalReasonCode });
  }
  const additionalData = { authCode, networkTxReference: networkTransactionId };
  return ok({ ...common, resultCode: 'Authorised', amount, additionalData });
}

const ok = (body: object): Answer => ({ status: 200, body });

/** A key that was used for another request; faults and garbage are passed on. */
function unusual(answer: Answer): Answer {
  const { status, body } = answer;
  if (status === 200 || status >= 500) return answer;
  const [detail] = (body as { details?: { field: string }[] }).details ?? [];
  const field = detail?.field === 'cvv' ? 'cvc' : (detail?.field ?? '');
  return refused(422, errorCodes[field] ?? '704');
}

type Modification = readonly [verb: Exclude<Verb, 'authorize' | 'inquire'>, eventCode: string];

const modifications: Readonly<Record<string, Modification>> = {
  captures: ['capture', 'CAPTURE'],
  amountUpdates: ['adjust', 'AUTHORISATION_ADJUSTMENT'],
  reversals: ['reverse', 'CANCEL_OR_REFUND'],
  refunds: ['refund', 'REFUND'],
};

async function modify(
  paymentPspReference: string,
  [verb, eventCode]: Modification,
  parts: OperatorParts,
  body: Fields,
  key: string | undefined,
): Promise<Answer | undefined> {
  const operation = readOperation(body, key);
  const originalAttemptId = attemptOf(paymentPspReference);
  if (originalAttemptId === undefined) return refused(422, '167');
  const original = await chargeOf(parts, operation, originalAttemptId);
  const amount = verb === 'reverse' ? amountOf(original) : readAmount(body);
  const answer = await parts.acquirer.handle(verb, {
    ...plainOperation(operation, amount),
    originalAttemptId,
  });
  const own = { ...(verb === 'reverse' ? {} : { amount }), paymentPspReference };
  return finish(parts, operation, { eventCode, originalAttemptId, amount }, answer, own);
}

/** By our reference: also a payment that has not arrived. What is captured cannot be cancelled. */
const cancel: Work = async (parts, body, key) => {
  const operation = readOperation(body, key);
  const originalAttemptId = cancelledAttempt(body);
  const original = await chargeOf(parts, operation, originalAttemptId);
  const amount = amountOf(original);
  const isCaptured = original !== undefined && original.capturedMinor > 0n;
  const answer = isCaptured
    ? undefined
    : await parts.acquirer.handle('reverse', {
        ...plainOperation(operation, amount),
        originalAttemptId,
      });
  const failure = isCaptured ? { failure: 'Transaction has been captured' } : {};
  const event = { eventCode: 'TECHNICAL_CANCEL', originalAttemptId, amount, ...failure };
  const { paymentReference } = body;
  const received = isCaptured ? ok({}) : answer;
  return finish(parts, operation, event, received, { paymentReference });
};

interface Happened {
  readonly eventCode: string;
  readonly originalAttemptId: string;
  readonly amount: Amount;
  readonly failure?: string;
}

async function finish(
  { webhooks, merchantAccount, defaultUrl }: OperatorParts,
  { attemptId, reference }: Operation,
  happened: Happened,
  answer: Answer | undefined,
  own: object,
): Promise<Answer | undefined> {
  const url = (await webhooks.addressOf(happened.originalAttemptId)) ?? defaultUrl();
  await webhooks.add({ ...happened, attemptId, reference }, url);
  if (answer === undefined) return undefined;
  if (answer.status !== 200) return unusual(answer);
  const pspReference = pspReferenceOf(attemptId);
  return {
    status: 201,
    body: { merchantAccount, ...own, pspReference, reference, status: 'received' },
  };
}

async function chargeOf({ acquirer }: OperatorParts, { paymentId }: Operation, attemptId: string) {
  const charges = await acquirer.chargesOf(paymentId);
  return charges.find((charge) => charge.attemptId === attemptId && charge.kind !== null);
}

/** A payment that has not arrived has none. */
function amountOf(
  charge: { readonly amountMinor: bigint; readonly currency: string } | undefined,
): Amount {
  return { value: Number(charge?.amountMinor ?? 0n), currency: charge?.currency ?? 'EUR' };
}

/** The acquirer takes no operation without an amount; for a reversal it has no meaning. */
function plainOperation(
  { attemptId, merchantId, paymentId }: Operation,
  { value, currency }: Amount,
): PlainRequest {
  const amountMinor = String(Math.max(value, 1));
  return { attemptId, merchantId, paymentId, amountMinor, currency };
}
