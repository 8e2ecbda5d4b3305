// Bank transfers over Autopay: what a start says about the bank, and what its answer means.

import type { RedirectMeans } from '../means.ts';
import type { Outcome } from '../outcome.ts';
import { garbage } from './messages/message.ts';
import type { StartAnswer } from './messages/start.ts';
import { declineOf, rejectCodeOfStart } from './reasons.ts';

export function transferStart({ bankId, payer, description, validUntil }: RedirectMeans) {
  return { gatewayId: String(bankId), payer, description, validUntil };
}

export function transferOutcome(
  answer: StartAnswer | undefined,
  isAllowedUrl: (url: string) => boolean,
): Outcome {
  switch (answer?.kind) {
    case 'link': {
      const { url, remoteId } = answer;
      if (!isAllowedUrl(url)) return garbage;
      return { kind: 'pending', reference: remoteId, customer: { kind: 'redirect', url } };
    }
    case 'confirmed':
      return confirmedOutcome(answer);
    case 'refused': {
      const rejectCode = rejectCodeOfStart(answer.reason);
      if (rejectCode === undefined) return { kind: 'unknown', why: 'provider-error' };
      return declineOf(rejectCode, answer.reason);
    }
    case undefined:
      return garbage;
  }
}

/** SUCCESS only means that the order was accepted: the notification decides. */
function confirmedOutcome({
  paymentStatus,
  remoteId,
  reason,
}: Extract<StartAnswer, { kind: 'confirmed' }>): Outcome {
  switch (paymentStatus) {
    case 'SUCCESS':
    case 'PENDING':
    case '':
      return { kind: 'pending', reference: remoteId, customer: null };
    case 'FAILURE':
      return declineOf('BANK_REJECTED', reason, remoteId);
    default:
      return garbage;
  }
}
