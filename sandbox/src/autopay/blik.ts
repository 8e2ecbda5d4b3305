// BLIK at the simulated Autopay: the simulated BLIK operator with its phones decides, and the
// result is recorded as a transaction of channel 509. Codes and amounts of Autopay's own test
// environment give the results that they give there.

import { createHash } from 'node:crypto';
import type { BlikReply } from '@bramka/gateway/providers/blik/messages.ts';
import { writeXml, type XmlNode } from '@bramka/gateway/core/xml/write-xml.ts';
import { hashOf, type SimulatedService } from '../bank/hash.ts';
import { BLIK_CHANNEL, end, isEnded, type TransferRow } from '../bank/transfer.ts';
import type { StartedTransfer, Transfers } from '../bank/transfers.ts';
import type { SimulatedBlik } from '../blik/operator.ts';
import { signedXml, type OperatorAnswer, type Parameters } from './requests.ts';
import { codeAtBlik, DROPS_ALIAS, savesAlias } from './test-codes.ts';

interface BlikParts {
  readonly transfers: Transfers;
  readonly blik: SimulatedBlik;
  readonly service: SimulatedService;
}

/** Why nothing is ordered: no transaction, no notification. */
const startReasons = /^(WRONG_TICKET|TICKET_|ALIAS_|RECURRENCY_NOT_SUPPORTED|GENERAL_ERROR)/;

export async function startBlik(
  parts: BlikParts,
  transfer: StartedTransfer,
  given: Parameters,
): Promise<OperatorAnswer | undefined> {
  const { transfers, blik, service } = parts;
  const remoteId = transfers.newId();
  const code = given.get('AuthorizationCode') ?? '';
  const key = given.get('BlikUIDKey') ?? '';
  if (code === DROPS_ALIAS) await dropAlias(parts, key);
  const heard = await blik.take({
    ...operationOf(parts, remoteId, transfer),
    ticket:
      code === ''
        ? { type: 'UID', alias: key, app: given.get('BlikAMKey') ?? null }
        : { type: 'CODE', code: codeAtBlik(code, transfer.amountMinor) },
    register:
      code !== '' && key !== '' && savesAlias(code)
        ? { type: 'UID', alias: key, label: given.get('BlikUIDLabel') ?? '', recurring: null }
        : null,
    description: transfer.description,
    notificationUrl: null,
  });
  const reply = await resultOf(parts, remoteId);
  if (reply.result === 'NOT_FOUND') return undefined;
  const refusal = refusalOf(reply, transfer.orderId, service);
  if (refusal) return refusal;
  const row = await settleBlik(parts, await transfers.start({ ...transfer, remoteId }));
  if (heard === undefined) return undefined;
  if (typeof heard.body !== 'object') return { status: heard.status, body: 'ERROR' };
  return heard.status === 200 ? confirmation(row, service) : { status: heard.status, body: '' };
}

/** The transaction with the result that BLIK has by now. */
export async function settleBlik(parts: BlikParts, row: TransferRow): Promise<TransferRow> {
  if (row.bankId !== BLIK_CHANNEL || isEnded(row)) return row;
  const { result, reason } = await resultOf(parts, row.remoteId);
  if (result !== 'APPROVED' && result !== 'DECLINED') return row;
  return endAs(parts, row, result === 'APPROVED' ? 'PAID' : 'REFUSED', reason ?? 'AUTHORIZED');
}

/** The transaction; it is CANCELLED unless it had ended before. */
export async function cancelBlik(parts: BlikParts, row: TransferRow): Promise<TransferRow> {
  const originalAttemptId = idAtBlik(row.remoteId);
  const stop = operationOf(parts, `stop ${row.remoteId}`, row);
  const answer = await parts.blik.handle('stop', {
    ...stop,
    amountMinor: String(stop.amountMinor),
    originalAttemptId,
  });
  const isStopped = (answer?.body as BlikReply | undefined)?.result === 'APPROVED';
  return isStopped ? endAs(parts, row, 'CANCELLED', 'CANCELLED') : settleBlik(parts, row);
}

/** Records the results of all payments that wait; returns how many there were. */
export async function settleWaiting(parts: BlikParts): Promise<number> {
  const waiting = await parts.transfers.waitingAt(BLIK_CHANNEL);
  const settled = await Promise.all(waiting.map((row) => settleBlik(parts, row)));
  return settled.filter(isEnded).length;
}

async function endAs(
  { transfers }: BlikParts,
  row: TransferRow,
  state: TransferRow['state'],
  details: string,
): Promise<TransferRow> {
  const ended = await transfers.change(row.remoteId, (now, at) =>
    isEnded(now) ? undefined : end(now, state, details, at),
  );
  return ended ?? row;
}

async function resultOf({ blik }: BlikParts, remoteId: string): Promise<BlikReply> {
  const answer = await blik.handle('inquire', { attemptId: idAtBlik(remoteId) });
  return answer?.body as BlikReply;
}

function operationOf(
  { service }: BlikParts,
  id: string,
  { orderId, amountMinor, currency }: Pick<TransferRow, 'orderId' | 'amountMinor' | 'currency'>,
) {
  const attemptId = idAtBlik(id);
  const paymentId = idAtBlik(orderId);
  const merchantId = service.serviceId;
  return { attemptId, paymentId, merchantId, amountMinor, currency, requestHash: attemptId };
}

/** The same for the same transaction. */
export function idAtBlik(text: string): string {
  const hex = createHash('sha256').update(`autopay ${text}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

async function dropAlias({ blik, service }: BlikParts, key: string): Promise<void> {
  const saved = await blik.phones.saved(null);
  const dropped = saved.filter((one) => one.merchantId === service.serviceId && one.alias === key);
  await Promise.all(dropped.map(({ aliasId }) => blik.phones.unregister(aliasId)));
}

function refusalOf(
  { result, reason = '', apps = [] }: BlikReply,
  orderID: string,
  service: SimulatedService,
): OperatorAnswer | undefined {
  const confirmation = 'NOTCONFIRMED';
  if (result === 'DECLINED' && startReasons.test(reason)) {
    return signedXml('transaction', { orderID, confirmation, reason }, service);
  }
  if (result !== 'AMBIGUOUS') return undefined;
  const fields = { orderID, confirmation, reason: 'ALIAS_NONUNIQUE' };
  const values = [...Object.values(fields), ...apps.flatMap(({ key, label }) => [key, label])];
  const list = apps.map(({ key, label }): XmlNode => {
    const app = Object.entries({ blikAMKey: key, blikAMLabel: label });
    return ['blikAM', app];
  });
  const hash = hashOf(values, service);
  const nodes: XmlNode[] = [...Object.entries(fields), ['blikAMList', list], ['hash', hash]];
  return { status: 200, body: writeXml(['transaction', nodes]) };
}

function confirmation(row: TransferRow, service: SimulatedService): OperatorAnswer {
  const statuses: Partial<Record<TransferRow['state'], string>> = {
    PAID: 'SUCCESS',
    REFUSED: 'FAILURE',
  };
  const fields = {
    orderID: row.orderId,
    remoteID: row.remoteId,
    confirmation: 'CONFIRMED',
    paymentStatus: statuses[row.state] ?? 'PENDING',
  };
  return signedXml('transaction', fields, service);
}
