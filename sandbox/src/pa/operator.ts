// The second provider of bank transfers (PA) with the plain redirect protocol: the start returns an
// address, and the gateway asks for the result.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { currencyDecimals } from '@bramka/gateway/core/currency.ts';
import type { RedirectRequest, RedirectVerb } from '@bramka/gateway/providers/redirect/messages.ts';
import { paBanks } from '../bank/bank-list.ts';
import { hashOf, type SimulatedService } from '../bank/hash.ts';
import type { TransferRow } from '../bank/transfer.ts';
import type { Transfers } from '../bank/transfers.ts';
import { amountOutcome, bankOutcome } from '../bank/triggers.ts';
import { refusalAnswer } from '../wire/refused.ts';
import type { Answer } from '../wire/unanswered.ts';

export interface PaParts {
  readonly transfers: Transfers;
  readonly clock: Clock;
  readonly service: SimulatedService;
  readonly pageOf: (row: TransferRow) => string;
  readonly mayCall: (url: URL) => boolean;
}

type Handler = (parts: PaParts, request: RedirectRequest) => Promise<Answer | undefined>;

export const handlers: Readonly<Record<RedirectVerb, Handler>> = {
  start,
  stop,
  refund,
  inquire,
  banks: () => Promise.resolve({ status: 200, body: { banks: paBanks.map(listed) } }),
};

const orderIdOf = (attemptId: string): string => attemptId.replaceAll('-', '');
const malformed = (field: string): Answer =>
  refusalAnswer('INVALID_REQUEST', [{ field, message: 'is missing or malformed' }]);

async function start(parts: PaParts, request: RedirectRequest): Promise<Answer | undefined> {
  const { attemptId = '', amountMinor = '', currency = '', bankId = 0, returnUrl = '' } = request;
  const validUntil = Date.parse(request.validUntil ?? '');
  const { serviceId } = parts.service;
  if (currencyDecimals(currency) === undefined) return malformed('currency');
  if (!URL.canParse(returnUrl) || !parts.mayCall(new URL(returnUrl))) return malformed('returnUrl');
  const orderId = orderIdOf(attemptId);
  const [existing] = await parts.transfers.ofOrder('pa', orderId);
  const bank = paBanks.find((one) => one.bankId === bankId);
  const minor = BigInt(amountMinor);
  const decline = (rejectCode: string): Answer =>
    answer({ attemptId, result: 'DECLINED', rejectCode });
  const isClosed = bank?.state !== 'OK' || bankOutcome(bankId) === 'NOT_STARTED';
  if (!existing && isClosed) return decline('BANK_UNAVAILABLE');
  if (!existing && bank && (minor < bank.minMinor || minor > bank.maxMinor)) {
    return decline('AMOUNT_OUT_OF_RANGE');
  }
  const row =
    existing ??
    (await parts.transfers.start(
      {
        intermediary: 'pa',
        bankId,
        bankName: bank?.name ?? '',
        amountMinor: minor,
        currency,
        orderId,
        description: request.description ?? '',
        returnUrl,
        serviceId,
        returnHash: hashOf([serviceId, orderId], parts.service),
        validUntil,
      },
      true,
    ));
  const outcome = amountOutcome(minor);
  if (outcome === 'START_NOT_ANSWERED') return undefined;
  if (outcome === 'START_UNREADABLE') return { status: 200, body: 'ERROR' };
  const redirectUrl = parts.pageOf(row);
  return answer({ attemptId, result: 'PENDING', reference: row.remoteId, redirectUrl });
}

function answer(body: object): Answer {
  return { status: 200, body };
}

async function inquire(parts: PaParts, { attemptId = '' }: RedirectRequest): Promise<Answer> {
  const orderId = orderIdOf(attemptId);
  const [row] = await parts.transfers.ofOrder('pa', orderId);
  if (row) return answer({ attemptId, ...resultOf(row) });
  const refunded = await parts.transfers.findRefund('pa', orderId);
  if (!refunded) return answer({ attemptId, result: 'NOT_FOUND' });
  return answer({ attemptId, ...refundResult(parts, refunded) });
}

function resultOf(row: TransferRow): object {
  const { remoteId: reference, currency, state, details } = row;
  if (state === 'WAITING' || state === 'OPENED') return { result: 'PENDING', reference };
  if (state === 'PAID') {
    return { result: 'APPROVED', reference, amountMinor: String(row.amountMinor), currency };
  }
  return { result: 'DECLINED', reference, rejectCode: rejectCodeOf(state, details) };
}

function rejectCodeOf(state: TransferRow['state'], details: string | null): string {
  if (state === 'EXPIRED') return 'EXPIRED';
  if (details === 'INSUFFICIENT_FUNDS') return 'INSUFFICIENT_FUNDS';
  if (details === 'INCORRECT_AMOUNT') return 'WRONG_AMOUNT_PAID';
  return details === 'REJECTED_BY_USER' ? 'CANCELLED_BY_CUSTOMER' : 'BANK_REJECTED';
}

async function stop(parts: PaParts, request: RedirectRequest): Promise<Answer> {
  const { attemptId = '', originalAttemptId = '', amountMinor, currency } = request;
  const [row] = await parts.transfers.ofOrder('pa', orderIdOf(originalAttemptId));
  const cancelled = row && (await parts.transfers.cancel(row.remoteId));
  if (cancelled?.state !== 'CANCELLED') {
    return answer({ attemptId, result: 'DECLINED', rejectCode: 'BANK_REJECTED' });
  }
  const reference = cancelled.remoteId;
  return answer({ attemptId, result: 'APPROVED', reference, amountMinor, currency });
}

async function refund(parts: PaParts, request: RedirectRequest): Promise<Answer> {
  const { attemptId = '', originalAttemptId = '', amountMinor = '' } = request;
  const [row] = await parts.transfers.ofOrder('pa', orderIdOf(originalAttemptId));
  const order = { intermediary: 'pa', messageId: orderIdOf(attemptId) } as const;
  const minor = BigInt(amountMinor);
  const refund =
    row && (await parts.transfers.refund({ ...order, remoteId: row.remoteId, amountMinor: minor }));
  if (!refund) return answer({ attemptId, result: 'DECLINED', rejectCode: 'BANK_REJECTED' });
  return answer({ attemptId, ...refundResult(parts, refund) });
}

type Refund = NonNullable<Awaited<ReturnType<Transfers['findRefund']>>>;

function refundResult({ clock }: PaParts, refund: Refund): object {
  const { remoteOutId: reference, currency } = refund;
  if (clock.now() < refund.doneAt) return { result: 'PENDING', reference };
  if (refund.result !== 'DONE') return { result: 'DECLINED', rejectCode: 'INSUFFICIENT_FUNDS' };
  return { result: 'APPROVED', reference, amountMinor: String(refund.amountMinor), currency };
}

function listed({ bankId, name, state, minMinor, maxMinor, hours }: (typeof paBanks)[number]) {
  const limits = { minMinor: String(minMinor), maxMinor: String(maxMinor), currency: 'PLN' };
  return { bankId, name, state, ...limits, ...(hours ?? {}) };
}
