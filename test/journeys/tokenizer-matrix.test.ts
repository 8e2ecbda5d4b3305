// The status x operation matrix of tokenizations, cell by cell: compares the transition table with
// the answers of the endpoints. States that no call reaches quickly are written into the database.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { isPossible, tokenizationOperations } from '@bramka/cli/reference/tokenization.ts';
import {
  tokenizationStatuses,
  type TokenizationStatus,
} from '@bramka/gateway/tokenizer/tokenization.ts';
import { openDatabaseOf, type OpenDatabase } from '../support/life/consistency.ts';
import { runSql } from '../support/engines.ts';
import { addMerchantClient, card, refusalOf } from '../support/life/payments.ts';
import { tokenizerClient, type TokenizerClient } from '../support/life/tokens.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { skipOn } from '../support/installation.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';

const calls: Readonly<Record<string, readonly [string, string, unknown?]>> = {
  'PATCH tokenizer': ['PATCH', '', { device: browserDevice() }],
  'PUT instrument': ['PUT', '/instrument', card],
  'PATCH instrument': ['PATCH', '/instrument', { cvv: '123' }],
  cancel: ['POST', '/cancel'],
  discard: ['POST', '/discard'],
};

describe('the status x operation matrix of tokenizations', { skip: skipOn('postgres') }, () => {
  let gateway: BorrowedGateway;
  let db: OpenDatabase;
  let tokens: TokenizerClient;
  before(async () => {
    gateway = await exclusiveGateway('postgres');
    db = await openDatabaseOf(gateway.installation);
    tokens = tokenizerClient(gateway, (await addMerchantClient(gateway)).token);
  });
  after(async () => {
    await db?.close();
    await gateway?.release();
  });

  /** A tokenization in this status. */
  const stage = async (status: TokenizationStatus): Promise<string> => {
    const customer = { extCustomerId: randomUUID() };
    const create = async (number: string): Promise<string> => {
      const reply = await tokens.create(number, { customer, device: browserDevice() });
      return String(reply.body['tokenizerId']);
    };
    if (status === 'PENDING') return create(cards.challenge);
    if (status === 'COMPLETED' || status === 'DISCARDED') {
      const tokenizerId = await create(card.instrumentNo);
      await tokens.ended(tokenizerId);
      if (status === 'DISCARDED') await tokens.call('POST', `/${tokenizerId}/discard`);
      return tokenizerId;
    }
    const bare = await tokens.call('POST', '', { customer });
    const tokenizerId = String(bare.body['tokenizerId']);
    if (status === 'NEW') return tokenizerId;
    await runSql(
      db,
      'update payments set status = $2, version = version + 1 where payment_id = $1',
      [tokenizerId, status],
    );
    return tokenizerId;
  };

  test('there is a call for every operation', () => {
    assert.deepEqual(Object.keys(calls), Object.keys(tokenizationOperations));
  });

  for (const status of tokenizationStatuses) {
    for (const [name, operation] of Object.entries(tokenizationOperations)) {
      test(`${name} in ${status}`, async () => {
        const tokenizerId = await stage(status);
        assert.equal((await tokens.read(tokenizerId))['status'], status);
        const [method, rest, body] = calls[name] ?? assert.fail(name);
        const reply = await tokens.call(method, `/${tokenizerId}${rest}`, body);
        if (isPossible(status, operation)) assert.equal(reply.status, 200, reply.text);
        else assert.deepEqual(refusalOf(reply), [409, 'NOT_IN_THIS_STATE'], reply.text);
      });
    }
  }
});
