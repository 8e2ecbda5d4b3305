// Sends the instant notifications of the simulated operator until they are confirmed, on the
// schedule of the protocol: 12 times every 3 minutes, then every 10 minutes, hourly and daily.

import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import { leafTexts, onlyChild } from '@bramka/gateway/core/xml/read-fields.ts';
import { readXml } from '@bramka/gateway/core/xml/read-xml.ts';
import type { TransferRow } from '../bank/transfer.ts';
import type { Transfers } from '../bank/transfers.ts';
import type { DeliveryAnswer } from '../party/faulty-delivery.ts';
import { hashOf, type SimulatedService } from '../bank/hash.ts';
import { noticesOf, transactionListXml } from './transactions.ts';

/** Posts a form; resolves to `later` if it must be sent after the customer's return. */
export type DeliverNotice = (
  url: string,
  form: string,
  isFirst: boolean,
) => Promise<DeliveryAnswer | 'later'>;

interface NoticeParts {
  readonly transfers: Transfers;
  readonly clock: Clock;
  readonly service: SimulatedService;
  readonly deliver: DeliverNotice;
}

const MINUTE_MS = 60_000;
/** A notification whose sender has stopped is sent again after this time. */
const LEASE_MS = 30_000;
const NEXT_MS = 1_000;
const MAX_AT_ONCE = 50;

/** The waiting time after a try that was not confirmed; undefined: no more. */
export function retryMs(tries: number): number | undefined {
  if (tries <= 12) return 3 * MINUTE_MS;
  if (tries <= 156) return 10 * MINUTE_MS;
  if (tries <= 204) return 60 * MINUTE_MS;
  return tries < 209 ? 24 * 60 * MINUTE_MS : undefined;
}

/** Sends what is due; returns how many notifications that were. */
export async function sendNotices(parts: NoticeParts): Promise<number> {
  const due = await parts.transfers.dueNotices(parts.clock.now(), MAX_AT_ONCE);
  const sent = await Promise.all(due.map((row) => sendOne(parts, row)));
  return sent.filter(Boolean).length;
}

async function sendOne(parts: NoticeParts, dueRow: TransferRow): Promise<boolean> {
  const { transfers, service, deliver } = parts;
  let isClaimed = false;
  const row = await transfers.change(dueRow.remoteId, (now, at) => {
    isClaimed = now.version === dueRow.version;
    return isClaimed ? claimed(now, at) : undefined;
  });
  if (!row || !isClaimed || row.noticeDueAt === null) return false;
  const notice = noticesOf(row)[row.noticeIndex];
  if (!notice) return false;
  const xml = transactionListXml(row, [notice], service, notice.hasWrongHash);
  const form = new URLSearchParams({ transactions: Buffer.from(xml).toString('base64') });
  const isFirst = row.noticeTries === 1;
  const heard = await deliver(row.returnUrl, form.toString(), isFirst).catch(() => undefined);
  const isConfirmed = heard !== 'later' && isConfirmation(heard, row.orderId, service);
  await transfers.change(row.remoteId, (now, at) => {
    // A newer state has its own notifications.
    if (now.changedAt !== row.changedAt || now.noticeIndex !== row.noticeIndex) return undefined;
    if (isConfirmed) return confirmed(now, at);
    const waitMs = heard === 'later' ? NEXT_MS : retryMs(now.noticeTries);
    return { ...now, noticeDueAt: waitMs === undefined ? null : at + waitMs };
  });
  return true;
}

/** Null if this state has no notification. */
function claimed(row: TransferRow, at: Instant): TransferRow {
  const next = { ...row, noticeTries: row.noticeTries + 1 };
  return { ...next, noticeDueAt: noticesOf(next)[row.noticeIndex] ? at + LEASE_MS : null };
}

function confirmed(row: TransferRow, at: Instant): TransferRow {
  const noticeIndex = row.noticeIndex + 1;
  const hasMore = noticesOf(row).length > noticeIndex;
  return { ...row, noticeIndex, noticeTries: 0, noticeDueAt: hasMore ? at + NEXT_MS : null };
}

function isConfirmation(
  heard: DeliveryAnswer | undefined,
  orderId: string,
  service: SimulatedService,
): boolean {
  if (heard?.status !== 200 || typeof heard.body !== 'string') return false;
  const root = readXml(heard.body);
  const fields = root && leafTexts(root);
  const list = root && onlyChild(root, 'transactionsConfirmations');
  const one = list && onlyChild(list, 'transactionConfirmed');
  const inner = one && leafTexts(one);
  if (root?.name !== 'confirmationList' || !inner) return false;
  const values = [service.serviceId, orderId, 'CONFIRMED'];
  return (
    inner.get('orderID') === orderId &&
    inner.get('confirmation') === 'CONFIRMED' &&
    fields?.get('serviceID') === service.serviceId &&
    fields.get('hash') === hashOf(values, service)
  );
}
