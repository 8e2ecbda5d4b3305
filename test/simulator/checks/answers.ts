// Checks that answers stay true: a completed operation stays completed, a refused one has no
// effect, and one idempotency key has one effect and one answer.

import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { transactions, type Transaction } from '@bramka/gateway/payments/model/transaction.ts';
import type { ClientOperation, Reply, Request } from '../client/call.ts';
import { short } from '../world/network.ts';
import type { World } from '../world/world.ts';
import type { Findings } from './findings.ts';

export interface Tracked {
  readonly mark: string;
  readonly request: Request;
  readonly startedAt: number;
  readonly replies: Reply[];
  /** Calls without an answer, or with a failure that may hide an effect. */
  unclear: number;
  /** It took so long that its key expired. */
  isForgotten: boolean;
}

/** Answers are kept for a day. */
const KEPT_MS = 23 * 60 * 60 * 1000;

export interface AnswerChecks {
  heard(tracked: Tracked, reply: Reply): void;
  /** Checks every answer and every call again. */
  recheck(calls: readonly Tracked[]): void;
}

interface AnswerPromise {
  readonly what: string;
  readonly holds: () => boolean;
}

/** Operations that write their mark into what they create. */
const marking: readonly ClientOperation[] = ['create', 'capture', 'adjust', 'refund'];
const finals = ['REJECTED', 'CANCELLED', 'ERROR'];

/**
 * `born` are the payments registered with an instrument. Payments registered by a retry have none,
 * and carry the description of the payment they repeat.
 */
export function answerChecks(
  world: World,
  findings: Findings,
  born: ReadonlySet<string>,
): AnswerChecks {
  const { memory } = world.storage;
  const promises: AnswerPromise[] = [];
  const promise = (what: string, holds: () => boolean): void => {
    promises.push({ what, holds });
    findings.expect(holds(), 'I9 truth', () => `the answer is not true: ${what}`);
  };
  const find = (merchantId: string, paymentId: string) =>
    memory.find<Payment>(payments, { merchantId, paymentId });
  const statusOf = (merchantId: string, paymentId: string, transId: string) =>
    memory.find<Transaction>(transactions, { merchantId, paymentId, transId })?.status ?? '';

  return {
    heard(tracked, reply) {
      const { request, replies, startedAt } = tracked;
      tracked.isForgotten ||= world.schedule.clock.now() - startedAt > KEPT_MS;
      if (!tracked.isForgotten) checkSameAnswer(findings, request, replies);
      if (reply.status !== 200) return;
      if (request.operation === 'search') return checkSearch(world, findings, request, reply);
      const { merchantId } = request.caller;
      const { status = '', refundId, transId = refundId } = reply.body;
      const paymentId = reply.body['paymentId'] ?? request.params.paymentId ?? '';
      const told = `${request.operation} of payment ${short(paymentId)}`;
      promise(`${told} exists`, () => find(merchantId, paymentId) !== undefined);
      if (!tellsTransaction(request.operation) && finals.includes(status)) {
        promise(`${told} is ${status}`, () => find(merchantId, paymentId)?.status === status);
      }
      if (transId === undefined) return;
      const done = reply.body['transactionStatus'] ?? status;
      const allowed = statusesAfter(request.operation, done);
      promise(`${told}: transaction ${short(transId)} is ${allowed.join(' or ')}`, () =>
        allowed.includes(statusOf(merchantId, paymentId, transId)),
      );
    },
    recheck(calls) {
      for (const { what, holds } of promises) {
        findings.expect(holds(), 'I9 truth', () => `the answer is no longer true: ${what}`);
      }
      const isAlone = ({ request }: Tracked) => {
        const repeats = calls.filter((other) => other.request.body === request.body);
        return repeats.length === 1;
      };
      for (const tracked of calls) {
        checkEffects(world, findings, born, tracked, isAlone(tracked));
      }
    },
  };
}

/** Whether the status of the answer is that of a transaction. */
function tellsTransaction(operation: ClientOperation): boolean {
  return operation === 'withdraw' || operation === 'refund';
}

/** Which statuses a transaction may have later, after this answer. */
function statusesAfter(operation: ClientOperation, told: string): string[] {
  if (told === 'PENDING') return ['PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR'];
  // A live adjustment can be withdrawn, and a pending withdrawal shows it as live.
  const mayChange = told === 'COMPLETED' && (operation === 'adjust' || operation === 'withdraw');
  return mayChange ? ['COMPLETED', 'CANCELLED'] : [told];
}

/** With one key, every successful answer must name the same payment and the same transaction. */
function checkSameAnswer(findings: Findings, request: Request, replies: readonly Reply[]): void {
  if (request.key === null) return;
  const good = replies.filter(({ status }) => status === 200);
  const named = new Set(
    good.map(({ body: { paymentId, refundId, transId = refundId } }) => {
      return `${String(paymentId)} ${String(transId)}`;
    }),
  );
  findings.expect(named.size <= 1, 'I5 idempotence', () => {
    return `${request.operation} with one key was answered with ${[...named].join(' and ')}`;
  });
}

function checkSearch(world: World, findings: Findings, request: Request, reply: Reply): void {
  const found = Object.values(reply.body).map(String);
  const { merchantId } = request.caller;
  const foreign = found.filter((paymentId) => {
    return !world.storage.memory.find(payments, { merchantId, paymentId });
  });
  findings.expect(foreign.length === 0, 'I9 truth', () => 'a search found foreign payments');
}

/**
 * A call has at most the effects it may have, and none if it was refused. Calls with the same
 * content under one extRefundId have one effect together.
 */
function checkEffects(
  world: World,
  findings: Findings,
  born: ReadonlySet<string>,
  tracked: Tracked,
  isAlone: boolean,
): void {
  const { request, replies, unclear } = tracked;
  const { description: mark = tracked.mark, extRefundId } = request.body as Partial<
    Record<'description' | 'extRefundId', string>
  >;
  const isOpen = request.operation === 'create' && !('instrument' in request.body);
  if (isOpen || tracked.isForgotten) return;
  const { memory } = world.storage;
  const effects =
    request.operation === 'create'
      ? memory
          .rows<Payment>(payments)
          .filter((row) => row.description === mark && born.has(row.paymentId))
      : memory.rows<Transaction>(transactions).filter((row) => row.description === mark);
  const told = `${request.operation} ${mark} had ${String(effects.length)} effects`;
  const isOnce = request.key !== null || extRefundId !== undefined;
  const most = isOnce ? 1 : 1 + unclear;
  findings.expect(effects.length <= most, 'I5 idempotence', () => told);
  const last = replies.at(-1);
  if (!last || !marking.includes(request.operation)) return;
  const isEffect = last.status === 200 || last.code === 'OPERATION_DECLINED';
  findings.expect(!isEffect || effects.length > 0, 'I9 truth', () => `${told}, answered as done`);
  const isClear = unclear === 0 && last.status < 500 && isAlone;
  findings.expect(isEffect || !isClear || effects.length === 0, 'I9 truth', () => {
    return `${told}, answered ${String(last.code)}`;
  });
}
