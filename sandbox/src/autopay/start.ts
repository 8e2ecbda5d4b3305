// The start of a transaction at the simulated operator: checks the order and the bank, records the
// transfer, and answers with a link for the customer or the reason why there is none.

import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import { parseAmount } from '@bramka/gateway/core/money.ts';
import { autopayBanks } from '../bank/bank-list.ts';
import { BLIK_CHANNEL, type TransferRow } from '../bank/transfer.ts';
import type { Transfers } from '../bank/transfers.ts';
import { amountOutcome, bankOutcome } from '../bank/triggers.ts';
import { hashOf, type SimulatedService } from '../bank/hash.ts';
import type { SimulatedBlik } from '../blik/operator.ts';
import { startBlik } from './blik.ts';
import {
  readForm,
  signedXml,
  startParameters,
  xmlFault,
  type OperatorAnswer,
  type OperatorCall,
  type Parameters,
} from './requests.ts';
import { instantOf } from './warsaw.ts';

export interface OperatorParts {
  readonly transfers: Transfers;
  readonly blik: SimulatedBlik;
  readonly clock: Clock;
  readonly service: SimulatedService;
  /** The public URL of this operator. */
  readonly ownUrl: () => string;
  /** Where the gateway receives customers and notifications, if a start does not say. */
  readonly defaultReturnUrl: () => string;
  readonly mayCall: (url: URL) => boolean;
}

const DAY_MS = 86_400_000;
const DEFAULT_VALIDITY_DAYS = 6;
const MAX_VALIDITY_DAYS = 31;

export async function start(
  parts: OperatorParts,
  call: OperatorCall,
): Promise<OperatorAnswer | undefined> {
  const { service, clock, transfers } = parts;
  const given = readForm(call, startParameters, 'pay-bm-continue-transaction-url', service);
  if (typeof given === 'string') return xmlFault(given);
  const order = readOrder(parts, given, clock.now());
  if (order === undefined) return xmlFault('INVALID_FORMAT');
  const reason = order.reason ?? (await cancelledReason(transfers, order.orderId));
  if (reason !== undefined) {
    const fields = { orderID: order.orderId, confirmation: 'NOTCONFIRMED', reason };
    return signedXml('transaction', fields, service);
  }
  const transfer = { ...order.transfer, intermediary: 'autopay' } as const;
  const answer =
    transfer.bankId === BLIK_CHANNEL
      ? await startBlik(parts, transfer, given)
      : startAnswer(parts, await transfers.start(transfer));
  const outcome = amountOutcome(transfer.amountMinor);
  if (outcome === 'START_NOT_ANSWERED') return undefined;
  return outcome === 'START_UNREADABLE' ? { status: 200, body: 'ERROR' } : answer;
}

function startAnswer({ service, ownUrl }: OperatorParts, row: TransferRow): OperatorAnswer {
  const ids = { orderID: row.orderId, remoteID: row.remoteId };
  if (bankOutcome(row.bankId) === 'NO_LINK') {
    const fields = { ...ids, confirmation: 'CONFIRMED', paymentStatus: 'PENDING' };
    return signedXml('transaction', fields, service);
  }
  const redirecturl = `${ownUrl()}/payment/continue/${row.remoteId}/${row.token}`;
  return signedXml('transaction', { status: 'PENDING', redirecturl, ...ids }, service);
}

/** After a cancellation the order can no longer be started. */
async function cancelledReason(transfers: Transfers, orderId: string): Promise<string | undefined> {
  const known = await transfers.ofOrder('autopay', orderId);
  return known.some(({ state }) => state === 'CANCELLED') ? 'TRANSACTION_CANCELED' : undefined;
}

/** Undefined: a parameter is malformed. `reason`: the order is refused. */
function readOrder(parts: OperatorParts, given: Parameters, now: Instant) {
  const get = (name: string): string => given.get(name) ?? '';
  const orderId = get('OrderID');
  const currency = get('Currency') || 'PLN';
  const amount = parseAmount(get('Amount'), currency);
  const validUntil = validityOf(get('ValidityTime'), now);
  const returnUrl = get('ReturnURL') || parts.defaultReturnUrl();
  const isWellFormed =
    /^[A-Za-z0-9_-]{1,32}$/.test(orderId) &&
    /^\d{1,14}\.\d{2}$/.test(get('Amount')) &&
    /^[A-Za-z0-9.:, -]{0,79}$/.test(get('Description')) &&
    /^\d{0,5}$/.test(get('GatewayID'));
  if (!isWellFormed || !amount.ok || validUntil === undefined) return undefined;
  if (!URL.canParse(returnUrl) || !parts.mayCall(new URL(returnUrl))) return undefined;
  const bankId = Number(get('GatewayID'));
  const { minor: amountMinor } = amount.money;
  const { serviceId } = parts.service;
  const transfer = {
    bankId,
    amountMinor,
    currency,
    orderId,
    bankName: channelOf(bankId)?.name ?? '',
    description: get('Description'),
    returnUrl,
    serviceId,
    returnHash: hashOf([serviceId, orderId], parts.service),
    validUntil,
  };
  return { orderId, transfer, reason: refusalOf(transfer, now) };
}

function validityOf(text: string, now: Instant): Instant | undefined {
  const until = text === '' ? now + DEFAULT_VALIDITY_DAYS * DAY_MS : instantOf(text);
  return until && Math.min(until, now + MAX_VALIDITY_DAYS * DAY_MS);
}

const blikChannel = { name: 'BLIK', state: 'OK', minMinor: 1n, maxMinor: 5_000_000n } as const;

function channelOf(id: number) {
  if (id === BLIK_CHANNEL) return blikChannel;
  return autopayBanks.find(({ bankId }) => bankId === id);
}

type Order = Pick<TransferRow, 'bankId' | 'amountMinor' | 'currency' | 'validUntil'>;

function refusalOf(order: Order, now: Instant): string | undefined {
  const bank = channelOf(order.bankId);
  if (!bank || order.currency !== 'PLN') return 'PAYWAY_NOT_FOUND';
  if (bank.state === 'DISABLED') return 'BANK_DISABLED';
  const isNotStarted = bankOutcome(order.bankId) === 'NOT_STARTED';
  if (bank.state === 'TEMPORARY_DISABLED' || isNotStarted) return 'BANK_TEMPORARY_MAINTENANCE';
  const isInRange = order.amountMinor >= bank.minMinor && order.amountMinor <= bank.maxMinor;
  if (!isInRange) return 'START_AMOUNT_OUT_OF_RANGE';
  return order.validUntil <= now ? 'OUTDATED_ERROR' : undefined;
}
