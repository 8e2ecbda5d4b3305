// Waiting for a payment or one of its transactions to leave PENDING, with a line for every change
// and a progress line in between.

import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { Refund, Tokenization, Transaction } from '@bramka/client/src/client.ts';
import { Refused } from '../api/calls.ts';
import type { MerchantClient } from '../api/merchant.ts';
import { CONFIRMATION, nextStep, type StatusFields } from './payment-text.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
const REMINDER_MS = 10_000;

/** Prints one line of progress, with the seconds since the command started. */
export type Progress = (line: string) => void;

export function startProgress(print: (text: string) => void): Progress {
  const startedMs = systemClock.monotonicMs();
  return (line) => {
    const seconds = (systemClock.monotonicMs() - startedMs) / 1000;
    print(`${seconds.toFixed(2)} s  ${line}\n`);
  };
}

export interface WaitOptions {
  readonly seconds: number;
  readonly progress: Progress;
}

const isOpen = (status: string): boolean => status === 'NEW' || status === 'PENDING';

export function isUnfinished({ status }: StatusFields): boolean {
  return isOpen(status);
}

/** Returns the last status read: final, or unfinished when the time is over. */
export async function waitForPayment(
  client: MerchantClient,
  first: StatusFields,
  { seconds, progress }: WaitOptions,
): Promise<StatusFields> {
  let shownStep: string | undefined;
  return poll({
    first,
    seconds,
    isDone: (latest) => !isUnfinished(latest),
    read: () => client.payments.getStatus(first.paymentId),
    remind: ({ status }) => progress(`still ${status}`),
    async inspect(latest) {
      const step = await stepOf(client, latest);
      if (step === undefined || step === shownStep) return;
      shownStep = step;
      progress(step);
    },
  });
}

/** Returns the tokenization: ended, or unfinished when the time is over. */
export function waitForTokenization(
  client: MerchantClient,
  first: Tokenization,
  { seconds, progress }: WaitOptions,
): Promise<Tokenization> {
  let shown: string | undefined;
  return poll({
    first,
    seconds,
    isDone: ({ status, token }) => (status === 'COMPLETED' ? token !== undefined : !isOpen(status)),
    read: () => client.tokenizations.get(first.tokenizerId),
    remind: ({ status }) => progress(`still ${status}`),
    inspect({ acsData }) {
      const { acsTxnId } = acsData ?? {};
      if (acsTxnId !== undefined && acsTxnId !== shown) {
        progress(`waiting for the customer; to confirm: bramka challenge ${acsTxnId}`);
      }
      shown = acsTxnId ?? shown;
      return Promise.resolve();
    },
  });
}

/** Returns the transaction: settled, or PENDING when the time is over. */
export async function waitForTransaction(
  client: MerchantClient,
  paymentId: string,
  transId: string,
  { seconds, progress }: WaitOptions,
): Promise<Transaction | undefined> {
  const read = async (): Promise<Transaction | undefined> =>
    (await client.payments.listTransactions(paymentId)).find((one) => one.transId === transId);
  return poll({
    first: await read(),
    seconds,
    isDone: (latest) => latest?.status !== 'PENDING',
    read,
    remind: () => progress('still PENDING: the acquirer has not answered'),
  });
}

/** Returns the refund: ended, or PENDING when the time is over. */
export function waitForRefund(
  client: MerchantClient,
  first: Refund,
  { seconds, progress }: WaitOptions,
): Promise<Refund> {
  return poll({
    first,
    seconds,
    isDone: ({ status }) => status !== 'PENDING',
    read: () => client.refunds.get(first.paymentId, first.refundId),
    remind: () => progress('still PENDING: the provider has not answered'),
  });
}

interface Poll<T> {
  readonly first: T;
  readonly seconds: number;
  readonly isDone: (latest: T) => boolean;
  readonly read: () => Promise<T>;
  readonly remind: (latest: T) => void;
  readonly inspect?: (latest: T) => Promise<void>;
}

async function poll<T>({ first, seconds, isDone, read, remind, inspect }: Poll<T>): Promise<T> {
  const startedMs = systemClock.monotonicMs();
  const endMs = startedMs + seconds * 1000;
  let reminderMs = startedMs + REMINDER_MS;
  let pauseMs = FIRST_PAUSE_MS;
  let latest = first;
  while (!isDone(latest)) {
    await inspect?.(latest);
    const nowMs = systemClock.monotonicMs();
    if (nowMs >= endMs) return latest;
    if (nowMs >= reminderMs) {
      remind(latest);
      reminderMs = nowMs + REMINDER_MS;
    }
    await systemClock.sleep(Math.min(pauseMs, endMs - nowMs));
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    latest = await read();
  }
  return latest;
}

/** What the payment waits for, and the command for it, if there is something. */
async function stepOf(client: MerchantClient, latest: StatusFields): Promise<string | undefined> {
  const { paymentId, redirectURL, status, dataRequest, customerStep } = latest;
  const transfer = /\/(?:continue|pay)\/([A-Z0-9]+)\/[A-Z0-9]+$/.exec(redirectURL ?? '')?.[1];
  if (status === 'PENDING' && transfer !== undefined) {
    const pay = `to pay: bramka bank pay ${transfer}`;
    return `waiting for the customer; the bank is at ${redirectURL}; ${pay}`;
  }
  if (dataRequest === 'CARD_3DS') {
    const acsTxnId = await findChallenge(client, latest);
    return acsTxnId === undefined
      ? undefined
      : `waiting for the customer; to confirm: bramka challenge ${acsTxnId}`;
  }
  const next = nextStep(paymentId, dataRequest);
  if (next !== undefined) {
    return `${await rejectionText(client, paymentId)}waiting for you to ${next}`;
  }
  return customerStep === 'confirm' ? `waiting; ${CONFIRMATION}` : undefined;
}

/** Why another try is needed; empty if nothing was rejected. */
async function rejectionText(client: MerchantClient, paymentId: string): Promise<string> {
  const rejectCode = (await client.payments.listTransactions(paymentId)).at(-1)?.rejectCode;
  return rejectCode === undefined ? '' : `rejected: ${rejectCode}; `;
}

/** The challenge that the customer has to answer, if there is one. */
async function findChallenge(
  client: MerchantClient,
  { paymentId }: StatusFields,
): Promise<string | undefined> {
  try {
    return (await client.payments.getAcsData(paymentId)).acsTxnId;
  } catch (error) {
    if (error instanceof Refused && error.code === 'NO_CHALLENGE') return undefined;
    throw error;
  }
}
