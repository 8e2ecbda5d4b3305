// A merchant's client for tokenizations: tokenizes cards over HTTP, operates on tokens, reads them.
import assert from 'node:assert/strict';
import type { Client, Json, Reply } from '../client.ts';
import { rowsOf } from '../tables.ts';
import type { Installation } from '../installation.ts';
import { until } from '../waiting/until.ts';
import { card } from './payments.ts';

export const tokenizerPath = '/v1/ecommerce/tokenizer';

export interface Token extends Json {
  readonly tokenId: string;
  readonly instrumentNo: string;
  readonly type: string;
  readonly instrumentRef?: string;
  readonly visualId?: string;
  readonly cardMask: string;
  readonly status: string;
}

export interface TokenizerClient {
  /** A card that is not enrolled in 3-D Secure unless another one is given. */
  create(number?: string, body?: Json): Promise<Reply>;
  /** Creates a tokenization and waits for its end; fails unless it is COMPLETED. */
  tokenize(number?: string, body?: Json): Promise<Token>;
  call<Body = Json>(method: string, rest: string, body?: unknown): Promise<Reply<Body>>;
  read(tokenizerId: string): Promise<Json>;
  /** Waits until the tokenization has ended. */
  ended(tokenizerId: string): Promise<Json>;
  atNode(client: Client): TokenizerClient;
}

const isOver = (status: unknown): boolean => status !== 'NEW' && status !== 'PENDING';

export function tokenizerClient(client: Client, token: string): TokenizerClient {
  const call = <Body = Json>(method: string, rest: string, body?: unknown) =>
    client.call<Body>(method, `${tokenizerPath}${rest}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  const read = async (tokenizerId: string): Promise<Json> => {
    const reply = await call('GET', `/${tokenizerId}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const ended = async (tokenizerId: string): Promise<Json> => {
    let last: Json = {};
    const isEnded = async () => isOver((last = await read(tokenizerId))['status']);
    await until(isEnded, 'the end of the tokenization');
    return last;
  };
  const create = (number: string = card.instrumentNo, body: Json = {}) =>
    call('POST', '', { instrument: { ...card, instrumentNo: number }, ...body });
  return {
    create,
    call,
    read,
    ended,
    async tokenize(number, body) {
      const reply = await create(number, body);
      assert.equal(reply.status, 200, reply.text);
      const record = await ended(String(reply.body['tokenizerId']));
      assert.equal(record['status'], 'COMPLETED', JSON.stringify(record));
      return record['token'] as Token;
    },
    atNode: (node) => tokenizerClient(node, token),
  };
}

/** The events of a tokenization in their order, as the merchant will receive them. */
export async function tokenizationEvents(
  installation: Installation,
  tokenizerId: string,
): Promise<Json[]> {
  const rows = await rowsOf<{ body: string }>(
    installation,
    'select body from events where payment_id = $1 order by sequence',
    [tokenizerId],
  );
  return rows.map(({ body }) => JSON.parse(body) as Json);
}
