// The only file that changes the status and version of a tokenization: one row of the transition
// table, one version further, with one event whenever the status changes.

import { defect } from '../core/assert.ts';
import type { TimeAndIds } from '../core/id.ts';
import type { Draft } from '../journal/entry.ts';
import { eventRow, type EventRow } from '../events/event.ts';
import { addEvent } from '../events/event-queue.ts';
import { rejectReasons } from '../methods/registry.ts';
import type { Payment } from '../payments/model/payment.ts';
import {
  isStandalone,
  tokenizations,
  type Tokenization,
  type TokenizationKey,
} from './tokenization.ts';
import { nextTokenizationStatus, type TokenizationTrigger } from './tokenization.states.ts';

export type TokenizationFacts = Partial<
  Pick<Tokenization, 'tokenId' | 'rejectCode' | 'requestedAt' | 'checks'>
>;

type NewTokenization = TokenizationKey &
  Pick<Tokenization, 'kind' | 'channel' | 'paymentId' | 'sourceTokenId' | 'extCustomerId'>;

/** A tokenization as NEW; `addTokenization` writes it. */
export function newTokenization(fresh: NewTokenization, now: TimeAndIds): Tokenization {
  return {
    ...fresh,
    version: 1,
    sequence: 1,
    status: 'NEW',
    tokenId: null,
    rejectCode: null,
    requestedAt: null,
    checks: 0,
    createdAt: now.at,
    updatedAt: now.at,
  };
}

/** A new tokenization, with its first event. */
export function addTokenization(draft: Draft, tokenization: Tokenization, now: TimeAndIds): Draft {
  return addEvent(draft.insert(tokenizations, tokenization), eventOf(tokenization, now), false);
}

/**
 * The tokenization of a payment: registered together with the payment (options.tokenize), or with
 * the approval if the customer agreed (saveCard).
 */
export function registerForPayment(
  draft: Draft,
  { merchantId, paymentId, tokenizerId, channel }: Payment,
  extCustomerId: string | null,
  now: TimeAndIds,
): void {
  if (tokenizerId === null) return defect('a payment without a tokenization is not followed');
  const fields = { merchantId, tokenizerId, kind: 'COF', channel, extCustomerId } as const;
  addTokenization(draft, newTokenization({ ...fields, paymentId, sourceTokenId: null }, now), now);
}

export function advanceTokenization(
  draft: Draft,
  before: Tokenization,
  on: TokenizationTrigger,
  facts: TokenizationFacts,
  now: TimeAndIds,
): Tokenization {
  const status = nextTokenizationStatus(before, on);
  const isNews = status !== before.status;
  const after: Tokenization = {
    ...before,
    ...facts,
    status,
    version: before.version + 1,
    sequence: before.sequence + (isNews ? 1 : 0),
    updatedAt: Math.max(now.at, before.updatedAt),
  };
  draft.change(tokenizations, after, before.version);
  if (isNews) addEvent(draft, eventOf(after, now), false);
  return after;
}

function eventOf(of: Tokenization, now: TimeAndIds): EventRow {
  const { rejectCode } = of;
  return eventRow({
    event: 'TOKENIZATION_STATUS',
    eventId: now.ids.next(),
    occurredAt: of.updatedAt,
    merchantId: of.merchantId,
    paymentId: isStandalone(of) ? null : of.paymentId,
    sequence: of.sequence,
    status: of.status,
    channel: of.channel,
    tokenizerId: of.tokenizerId,
    rejectCode,
    rejectInfo: rejectCode === null ? null : rejectReasons[rejectCode].info,
  });
}
