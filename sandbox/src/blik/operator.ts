// The simulated BLIK operator behind its protocol. Each attempt id is decided once and recorded as
// one row; repeats and inquiries are answered from that row.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { BlikAnswer, BlikVerb } from '@bramka/gateway/providers/blik/messages.ts';
import { MalformedRequest } from '../wire/fields.ts';
import { refusalAnswer } from '../wire/refused.ts';
import {
  afterFollowUp,
  newFollowUp,
  newPayment,
  newVoidedPayment,
  reasonOfFollowUp,
  replyOf,
  resultWhenDue,
  VOIDED,
} from './payment.ts';
import { createPhones } from './phone/phone.ts';
import { createRecords, MAX_RACES, type RecordParts, type Records } from './records.ts';
import { readAttemptId, readAuthorize, readFollowUp } from './request.ts';
import type { AuthorizeRequest, FollowUpRequest, OperationRequest } from './request.ts';
import { paymentTable, type BlikPayment, type RecordedVerb } from './rows.ts';
import { ruleOn, type Ruling } from './ruling.ts';

interface OperatorParts extends RecordParts {
  readonly random: RandomBytes;
  /** Whether results may be sent to this URL. */
  readonly mayNotify: (url: URL) => boolean;
}

export type SimulatedBlik = ReturnType<typeof createBlik>;

const MAX_AT_ONCE = 50;

export function createBlik(parts: OperatorParts) {
  const { store, clock } = parts;
  const records = createRecords(parts);
  return {
    phones: createPhones(parts, records),
    /** A payment of another party of the sandbox, which asks for the result itself. */
    take: (request: AuthorizeRequest) => authorize(parts, records, request),
    paymentsOf: (paymentId: string) => store.ofPayment(paymentId),
    /** The answer, or undefined if the request is never answered. */
    async handle(verb: BlikVerb, request: unknown): Promise<BlikAnswer | undefined> {
      try {
        if (verb === 'authorize') return await authorize(parts, records, readAuthorize(request));
        if (verb === 'inquire') return await inquire(parts, records, readAttemptId(request));
        return await followUp(parts, records, verb, readFollowUp(request));
      } catch (error) {
        if (!(error instanceof MalformedRequest)) throw error;
        return refusalAnswer('INVALID_REQUEST', [{ field: error.field, message: error.reason }]);
      }
    },
    /** Runs what is due: missed confirmations, later decisions, messages to be sent again. */
    async runDue(): Promise<number> {
      const now = clock.now();
      const [payments, messages] = await Promise.all([
        store.duePayments(now, MAX_AT_ONCE),
        store.dueMessages(now, MAX_AT_ONCE),
      ]);
      const done = await Promise.all([
        ...payments.map(
          async ({ attemptId }) => (await settleDue(records, attemptId)) !== undefined,
        ),
        ...messages.map((message) => records.sendAgain(message)),
      ]);
      return done.filter(Boolean).length;
    },
  };
}

function settleDue(records: Records, attemptId: string): Promise<BlikPayment | undefined> {
  return records.settle(attemptId, (row) => ({ result: resultWhenDue(row), saves: true }));
}

const ok = (row: BlikPayment): BlikAnswer => ({ status: 200, body: replyOf(row) });

async function authorize(
  parts: OperatorParts,
  records: Records,
  request: AuthorizeRequest,
): Promise<BlikAnswer | undefined> {
  const { notificationUrl } = request;
  if (notificationUrl !== null && !parts.mayNotify(new URL(notificationUrl))) {
    const message = 'is not the address of a gateway that this sandbox serves';
    return refusalAnswer('INVALID_REQUEST', [{ field: 'notificationUrl', message }]);
  }
  const now = parts.clock.now();
  for (let race = 0; race < MAX_RACES; race += 1) {
    const known = await parts.store.payment(request.attemptId);
    if (known) return answerRepeat(known, request);
    const ruling = await ruleOn(parts.store, request, now);
    if (ruling.answer === 'none') return undefined;
    const row = newPayment(request, ruling, { now, reference: referenceFrom(parts.random) });
    if (await records.add(row, ruling)) return answerOf(row, ruling);
  }
  return defect('an authorization lost every race');
}

function answerOf(row: BlikPayment, { answer }: Ruling): BlikAnswer | undefined {
  switch (answer) {
    case 'prompt':
      return ok(row);
    case 'error':
      return refusalAnswer('PROVIDER_OUT_OF_ORDER');
    case 'garbage':
      return { status: 200, body: '<html><body>Service Temporarily Unavailable</body></html>' };
    default:
      return undefined;
  }
}

async function inquire(
  { store, clock }: OperatorParts,
  records: Records,
  attemptId: string,
): Promise<BlikAnswer> {
  const row = await store.payment(attemptId);
  if (!row) return { status: 200, body: { result: 'NOT_FOUND', attemptId } };
  const isDue = row.dueAt !== null && row.dueAt <= clock.now();
  const settled = isDue ? await settleDue(records, attemptId) : undefined;
  return ok(settled ?? (isDue ? await store.payment(attemptId) : undefined) ?? row);
}

async function followUp(
  { store, clock, random }: OperatorParts,
  records: Records,
  verb: RecordedVerb,
  request: FollowUpRequest,
): Promise<BlikAnswer> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const recorded = await store.payment(request.attemptId);
    if (recorded) return answerRepeat(recorded, request);
    const originalRow = await store.payment(request.originalAttemptId);
    const original = originalRow?.verb === 'authorize' ? originalRow : undefined;
    const reason = reasonOfFollowUp(verb, original, request.amountMinor);
    const stamp = { now: clock.now(), reference: referenceFrom(random) };
    const row = newFollowUp(request, verb, reason, stamp);
    const draft = new Draft().insert(paymentTable, row);
    if (original && reason === null) {
      const next = afterFollowUp(verb, original, request.amountMinor);
      draft.change(paymentTable, next, original.version);
    } else if (!originalRow && reason === null) {
      draft.insert(paymentTable, newVoidedPayment(request, stamp));
    }
    if (await records.commit(draft)) return ok(row);
  }
  return defect('an operation lost every race for its authorization');
}

/** A repeat of the same request gets the recorded result, another request is refused. */
function answerRepeat(known: BlikPayment, { requestHash }: OperationRequest): BlikAnswer {
  const isSame = known.requestHash === requestHash || known.requestHash === VOIDED;
  return isSame ? ok(known) : refusalAnswer('ATTEMPT_REUSED');
}

function referenceFrom(random: RandomBytes): string {
  return `BLIK${Buffer.from(random(8)).toString('hex').toUpperCase()}`;
}
