// A stored card is discarded while payments are made with it: each payment starts before the
// discard or not at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client as PgClient } from 'pg';
import { cardRequest, type Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { fundingRequest } from '../support/funding/funding.ts';
import { base, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { describeRaces, winners } from '../support/life/race.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import type { BorrowedGateway } from '../support/pool/borrow.ts';
import {
  browserDevice,
  cards,
  challengeAfter,
  passChallenge,
  pendingChallengeIn,
} from '../support/threeds/challenge.ts';
import { outcomeOf, rejectedOutcome } from '../support/threeds/outcome.ts';
import { until } from '../support/waiting/until.ts';

const ROUNDS = 4;
const CONNECTIONS = 12;

describeRaces('races for a stored card', (track) => {
  const at = (turn: number) => track.nodes[turn % track.nodes.length] as BorrowedGateway;
  const pay = (turn: number, token: string, instrumentNo: string, extra = {}): Promise<Reply> => {
    const instrument = { type: 'COF', instrumentNo };
    const body = { ...cardRequest({ amount: 40 }), instrument, ...extra };
    return at(turn).call('POST', base, { token, body });
  };

  test('discard x payments: none starts after the discard was answered', async () => {
    const { token } = track.merchant();
    const tokens = tokenizerClient(at(0), token);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { instrumentNo } = await tokens.tokenize();
      const replies = await track.run(CONNECTIONS, (connection) =>
        connection === round
          ? tokens.atNode(at(connection)).call('POST', '/discard', { instrumentNo })
          : pay(connection + round, token, instrumentNo),
      );
      assert.equal(replies[round]?.status, 200, replies[round]?.text);
      const late = await Promise.all([0, 1].map((turn) => pay(turn, token, instrumentNo)));
      const charges = replies.filter((_, connection) => connection !== round);
      for (const won of winners(charges, 'CHANGED_MEANWHILE')) {
        const { end, acquirer } = await outcomeOf(at(0), token, paymentIdOf(won));
        const isPaid = end === 'COMPLETED';
        assert.ok(isPaid || end === 'REJECTED TOKEN_NOT_ACTIVE', end);
        assert.deepEqual(acquirer, isPaid ? ['APPROVED'] : []);
      }
      for (const reply of late) {
        const outcome = await outcomeOf(at(0), token, paymentIdOf(reply));
        assert.deepEqual(outcome, rejectedOutcome('TOKEN_NOT_ACTIVE'));
      }
    }
  });

  /** Discards the token in a transaction that is open while `act` begins, and then commits it. */
  async function whileDiscarding<T>(instrumentNo: string, act: () => Promise<T>): Promise<T> {
    const pg = new PgClient({ connectionString: at(0).installation.databaseUrl });
    await pg.connect();
    try {
      await pg.query('begin');
      await pg.query(
        `update card_tokens set status = 'DISCARDED', version = version + 1, fingerprint = null,
           key_version = null, sealed_row_key = null, sealed_card = null
         where token_number = $1`,
        [instrumentNo],
      );
      let isDone = false;
      const acting = act().finally(() => (isDone = true));
      const isBlocked = async () => {
        const waiting = await runSql(
          track.database,
          `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return isDone || waiting.length > 0;
      };
      await until(isBlocked, 'the entry that waits for the token');
      await pg.query('commit');
      return await acting;
    } finally {
      await pg.end();
    }
  }

  test('a payment decided before the discard and written after it is not made', async () => {
    const { token } = track.merchant();
    const { instrumentNo } = await tokenizerClient(at(0), token).tokenize();
    const reply = await whileDiscarding(instrumentNo, () => pay(1, token, instrumentNo));
    assert.deepEqual(refusalOf(reply), [409, 'CHANGED_MEANWHILE']);
  });

  test('the same after a challenge: the card is not charged', async () => {
    const { token } = track.merchant();
    const tokens = tokenizerClient(at(0), token);
    const device = browserDevice();
    const created = await tokens.create(cards.challenge, { device });
    await passChallenge(at(0), pendingChallengeIn(created).acsTxnId);
    const ended = await tokens.ended(String(created.body['tokenizerId']));
    const { instrumentNo } = ended['token'] as { instrumentNo: string };
    const first = await pay(1, token, instrumentNo, { device });
    const { acsTxnId } = await challengeAfter(at(1), token, first);
    await whileDiscarding(instrumentNo, () => passChallenge(at(1), acsTxnId));
    const outcome = await outcomeOf(at(0), token, paymentIdOf(first));
    assert.deepEqual(outcome, rejectedOutcome('TOKEN_NOT_ACTIVE'));
  });

  const recipient = (instrumentNo: string) => ({
    recipient: { instrument: { type: 'COF', instrumentNo } },
  });

  test('a recipient decided before its discard and written after it gets nothing', async () => {
    const { token } = track.merchant();
    const { instrumentNo } = await tokenizerClient(at(0), token).tokenize();
    const body = fundingRequest(recipient(instrumentNo));
    const reply = await whileDiscarding(instrumentNo, () =>
      at(1).call('POST', base, { token, body }),
    );
    assert.deepEqual(refusalOf(reply), [409, 'CHANGED_MEANWHILE']);
  });

  test('the same after a challenge: the recipient gets nothing', async () => {
    const { token } = track.merchant();
    const { instrumentNo } = await tokenizerClient(at(0), token).tokenize();
    const body = fundingRequest({ ...recipient(instrumentNo), card: cards.challenge });
    const first = await at(1).call('POST', base, { token, body });
    const { acsTxnId } = await challengeAfter(at(1), token, first);
    await whileDiscarding(instrumentNo, () => passChallenge(at(1), acsTxnId));
    const outcome = await outcomeOf(at(0), token, paymentIdOf(first));
    assert.deepEqual(outcome, rejectedOutcome('RECIPIENT_TOKEN_NOT_ACTIVE'));
  });
});
