// A shop whose payments are settled: moves the clock, reads its batches and reports, and parses
// them with code of its own.
import assert from 'node:assert/strict';
import type { Client, Json } from '../client.ts';
import { moveClock } from '../sandbox.ts';
import { bodyOf, merchantClientOf, type MerchantClient } from './payments.ts';

const path = '/v1/ecommerce/settlements';
/** Noon in Warsaw, in winter and with no change of clocks near. */
export const NOON = '2031-01-14T11:00:00.000Z';
/** The beginning of the next dates in Warsaw. */
export const midnight = (days: number): string =>
  new Date(Date.parse('2031-01-14T23:00:00.000Z') + (days - 1) * 86_400_000).toISOString();

export interface SettledShop {
  readonly merchantId: string;
  /** With a token that is valid at the present time. */
  merchant(): Promise<MerchantClient>;
  batches(query?: string): Promise<Json[]>;
  report(batchId: string): Promise<{ batch: Json; items: Json[] }>;
  csv(batchId: string): Promise<string[][]>;
  /** The operator's run, when it is done. */
  run(date?: string): Promise<Json>;
}

export async function addSettledShop(client: Client, settlement: Json = {}): Promise<SettledShop> {
  const { merchantId, secret } = await client.addMerchant({ settlement });
  const merchant = async (): Promise<MerchantClient> =>
    merchantClientOf(client, await client.authenticate(merchantId, secret));
  const get = async <Body = Json>(rest: string, accept = 'application/json') => {
    const { token } = await merchant();
    const reply = await client.call<Body>('GET', `${path}${rest}`, { token, headers: { accept } });
    assert.equal(reply.status, 200, reply.text);
    return reply;
  };
  return {
    merchantId,
    merchant,
    batches: async (query = '') => (await get<Json[]>(query)).body,
    report: async (batchId) =>
      (await get<{ batch: Json; items: Json[] }>(`/${batchId}/report`)).body,
    async csv(batchId) {
      const reply = await get(`/${batchId}/report`, 'text/csv');
      assert.match(reply.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8$/);
      const query = await get(`/${batchId}/report?format=csv`);
      assert.equal(query.text, reply.text);
      return parseCsv(reply.text);
    },
    async run(date) {
      const runs = `/v1/admin/merchants/${merchantId}/settlement-runs`;
      const token = client.adminKey;
      const body = date === undefined ? {} : { date };
      const started = bodyOf(await client.call('POST', runs, { token, body }));
      await moveClock(client, { advance: 0 });
      return bodyOf(await client.call('GET', `${runs}/${String(started['runId'])}`, { token }));
    },
  };
}

/** RFC 4180, without a library: quoted fields, doubled quotes, CRLF. */
export function parseCsv(text: string): string[][] {
  assert.ok(text.endsWith('\r\n'), 'the last line is complete');
  const rows: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const [, value = '', end] = match;
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value;
    rows.at(-1)?.push(plain);
    if (end === '\r\n') rows.push([]);
    if (field.lastIndex === text.length) break;
  }
  assert.deepEqual(rows.pop(), [], 'every character was read');
  return rows;
}

/** The sum of a column in minor units, from the text with its decimals. */
export function sumOf([head = [], ...rows]: readonly string[][], column: string): bigint {
  const index = head.indexOf(column);
  assert.ok(index >= 0, column);
  return rows.reduce((sum, row) => sum + BigInt((row[index] ?? '').replace('.', '')), 0n);
}
