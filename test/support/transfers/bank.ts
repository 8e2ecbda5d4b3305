// Bank transfers in tests: pays as a merchant, acts as the customer at the simulated bank, and
// builds Autopay's notifications with the key of the sandbox.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import type { Client, Json, Reply } from '../client.ts';
import { bodyOf, type MerchantClient } from '../life/payments.ts';
import { until } from '../waiting/until.ts';

export const SERVICE_ID = '100047';
const KEY = 'sandbox-autopay-key';
export const TRANSFER_PATH = '/v1/ecommerce/notifications/bmweb/status';

export interface Transfer {
  readonly remoteID: string;
  readonly provider: string;
  readonly orderID: string;
  readonly bankId: number;
  readonly amount: string;
  readonly state: string;
  readonly details?: string;
  readonly refundedAmount: string;
  readonly page: string;
  readonly back?: string;
}

export interface TransferOptions {
  readonly amount?: number;
  readonly bank?: string;
  readonly provider?: string;
  readonly validTime?: number;
  readonly extOrderId?: string;
  readonly redirectURL?: string;
}

/** Creates a payment by transfer; by default the customer decides at the test bank of BM. */
export function createTransfer(
  merchant: MerchantClient,
  wanted: TransferOptions = {},
  more: Json = {},
): Promise<Reply> {
  const { amount = 10, bank = '106', provider, validTime, redirectURL } = wanted;
  const extOrderId = wanted.extOrderId ?? randomUUID();
  const body = {
    channel: 'WEBAPI',
    method: 'PBL',
    order: { amount, currency: 'PLN', extOrderId, description: 'Zamówienie żółte' },
    instrument: { type: 'PBL', bank, ...(provider === undefined ? {} : { provider }) },
    ...(redirectURL === undefined ? {} : { merchant: { redirectURL } }),
    ...(validTime === undefined ? {} : { options: { validTime } }),
    ...more,
  };
  return merchant.client.call('POST', '/v1/ecommerce/payment', { token: merchant.token, body });
}

/** The remote id is in the address to which the customer is sent. */
export function remoteIdOf(reply: Reply): string {
  const { redirectURL } = bodyOf(reply);
  const found = /\/(?:continue|pay)\/([A-Z0-9]+)\/[A-Z0-9]+$/.exec(String(redirectURL))?.[1];
  return found ?? assert.fail(`no transfer in ${reply.text}`);
}

export async function readTransfer(client: Client, remoteID: string): Promise<Transfer> {
  return bodyOf(await client.call<Transfer>('GET', `/sandbox/bank/transfers/${remoteID}`));
}

/** The transfer with this amount, for payments without a link. */
export async function findTransfer(client: Client, amount: string): Promise<Transfer> {
  const all = bodyOf(await client.call<Transfer[]>('GET', '/sandbox/bank/transfers'));
  return all.find((one) => one.amount === amount) ?? assert.fail(`no transfer of ${amount}`);
}

export async function actAtBank(
  client: Client,
  remoteID: string,
  action: 'open' | 'pay' | 'refuse' | 'abandon',
): Promise<Transfer> {
  const path = `/sandbox/bank/transfers/${remoteID}`;
  return bodyOf(await client.call<Transfer>('POST', path, { body: { action } }));
}

export function autopayHash(...values: string[]): string {
  return createHash('sha256')
    .update([...values, KEY].join('|'))
    .digest('hex');
}

export type ItnFields = Readonly<Record<string, string>>;

/** The fields of a notification in their order. */
export function itnOf(transfer: Transfer, changes: ItnFields = {}): ItnFields {
  return {
    orderID: transfer.orderID,
    remoteID: transfer.remoteID,
    amount: transfer.amount,
    currency: 'PLN',
    gatewayID: String(transfer.bankId),
    paymentDate: '20260115110000',
    paymentStatus: 'SUCCESS',
    paymentStatusDetails: 'AUTHORIZED',
    ...changes,
  };
}

/** Sends a notification; returns the HTTP status, and the confirmation if there is one. */
export async function sendItn(
  client: Client,
  fields: ItnFields,
  hash = autopayHash(SERVICE_ID, ...Object.values(fields)),
): Promise<[status: number, confirmation: string | undefined]> {
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?><transactionList><serviceID>${SERVICE_ID}</serviceID>` +
    `<transactions><transaction>${inner.join('')}</transaction></transactions>` +
    `<hash>${hash}</hash></transactionList>`;
  const form = new URLSearchParams({ transactions: Buffer.from(xml).toString('base64') });
  const reply = await fetch(`${client.url}${TRANSFER_PATH}`, { method: 'POST', body: form });
  const text = await reply.text();
  return [reply.status, /<confirmation>(\w+)<\/confirmation>/.exec(text)?.[1]];
}

/** Follows the customer's way back; returns the HTTP status and where the customer is sent. */
export async function comeBack(url: string): Promise<[status: number, location: string | null]> {
  const reply = await fetch(url, { redirect: 'manual' });
  await reply.arrayBuffer();
  return [reply.status, reply.headers.get('location')];
}

/** Waits until the payment has this status. */
export async function waitFor(
  merchant: MerchantClient,
  paymentId: string,
  status: string,
): Promise<Json> {
  let seen: Json = {};
  const isSo = async (): Promise<boolean> => {
    seen = await merchant.read(paymentId);
    return seen['status'] === status;
  };
  await until(isSo, `payment ${paymentId} to be ${status}`).catch((error: unknown) => {
    assert.fail(`${String(error)}; it is ${JSON.stringify(seen)}`);
  });
  return seen;
}
