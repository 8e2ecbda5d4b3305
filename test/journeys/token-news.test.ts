// News of token services on both databases: suspended, resumed, replaced and deleted tokens;
// forged, replayed, repeated and reordered messages.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { secret } from '@bramka/gateway/core/secret.ts';
import { keysOf } from '@bramka/gateway/token-services/plain/encrypted-values.ts';
import { signNews } from '@bramka/gateway/token-services/plain/testing/sign-news.ts';
import { TOKEN_NEWS_PATH } from '@bramka/gateway/token-services/token-news.ts';
import { SANDBOX_SECRET } from '@bramka/sandbox/tokens/party.ts';
import type { Json } from '../support/client.ts';
import { addMerchantClient, refusalOf } from '../support/life/payments.ts';
import { tokenizerClient, type Token, type TokenizerClient } from '../support/life/tokens.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance, moveClock, readClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { until } from '../support/waiting/until.ts';

const control = '/sandbox/tokens/api/tokens';
const { signature: key } = keysOf(SANDBOX_SECRET);
const FIVE_MINUTES_MS = 300_000;

for (const database of databasesOfTier) {
  describe(`token news on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let tokens: TokenizerClient;
    let nowMs: number;
    before(async () => {
      gateway = await exclusiveGateway(database);
      nowMs = Date.parse((await moveClock(gateway, { freeze: true })).now);
      const { token } = await addMerchantClient(gateway);
      tokens = tokenizerClient(gateway, token);
    });
    after(() => gateway?.release());

    /** Each card once: the same card would be the same token. */
    let used = 0;
    const issue = async (): Promise<Token & { instrumentRef: string }> => {
      const number = ['4111111111111111', '5555555555554444', '4000000000000077'][used % 3];
      const extCustomerId = `customer-${String((used += 1))}`;
      const made = await tokens.tokenize(number, { kind: 'NETWORK', customer: { extCustomerId } });
      return { ...made, instrumentRef: made.instrumentRef ?? assert.fail() };
    };
    const read = async (instrumentRef: string): Promise<Token | undefined> => {
      const reply = await tokens.call<Token[]>('POST', '/search', { instrumentRef });
      assert.equal(reply.status, 200, reply.text);
      return reply.body[0];
    };
    /** At the simulated token service, which sends the news. */
    const change = async (instrumentRef: string, name: string, body: Json = {}): Promise<Json> => {
      const reply = await gateway.call('POST', `${control}/${instrumentRef}/${name}`, { body });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const send = (news: Json, at = nowMs, body = JSON.stringify(news)) =>
      gateway.call('POST', TOKEN_NEWS_PATH, {
        body,
        headers: { 'content-type': 'application/json', signature: signNews(body, key, at) },
      });
    const newsOf = ({ instrumentRef, type }: Token, more: Json): Json => ({
      eventId: randomUUID(),
      scheme: type,
      instrumentRef,
      ...more,
    });
    const faults = async (...list: Json[]): Promise<void> => {
      const provider = 'tokens';
      const body =
        list.length === 0
          ? { provider, clear: true }
          : list.map((one) => ({ provider, verbs: ['notify'], ...one }));
      assert.equal((await gateway.call('POST', '/sandbox/faults', { body })).status, 200);
    };

    test('a token is suspended and resumed', async () => {
      const { instrumentRef } = await issue();
      await change(instrumentRef, 'suspend');
      assert.equal((await read(instrumentRef))?.status, 'SUSPENDED');
      await change(instrumentRef, 'resume');
      assert.equal((await read(instrumentRef))?.status, 'ACTIVE');
    });

    test('a replaced card shows its new digits, date and picture', async () => {
      const { instrumentRef, cardMask, visualId } = await issue();
      const cardNumber = cardMask.startsWith('4') ? '4000000000009995' : '2223003122003222';
      await change(instrumentRef, 'update', { cardNumber, cardExpiry: '204105' });
      const after = await read(instrumentRef);
      assert.equal(after?.cardMask.slice(-4), cardNumber.slice(-4));
      assert.equal(after?.['expDate'], '204105');
      assert.notEqual(after?.visualId, visualId);
    });

    test('a new expiry of the token is stored encrypted, and in the audit log', async () => {
      const { instrumentRef, tokenId } = await issue();
      const sealed = async (): Promise<unknown> =>
        (
          await rowsOf<Json>(
            gateway.installation,
            `select encode(sealed_card, 'hex') as card from card_tokens where token_id = $1`,
            [tokenId],
          )
        )[0]?.['card'];
      const before = await sealed();
      await change(instrumentRef, 'update', { expiry: '203306' });
      assert.notEqual(await sealed(), before);
      const audited = await rowsOf<Json>(
        gateway.installation,
        `select actor from audit_log where token_id = $1 and reason = 'UPDATE'`,
        [tokenId],
      );
      assert.match(String(audited[0]?.['actor']), /^provider:(VTS|SCOF)$/);
    });

    test('a deleted token is discarded, and no later news bring it back', async () => {
      const token = await issue();
      await change(token.instrumentRef, 'delete');
      assert.equal((await read(token.instrumentRef))?.status ?? 'DISCARDED', 'DISCARDED');
      const late = await send(newsOf(token, { sequence: 99, status: 'ACTIVE' }));
      assert.equal(late.status, 200);
      assert.equal((await read(token.instrumentRef))?.status ?? 'DISCARDED', 'DISCARDED');
    });

    test('older and repeated news change nothing, in whatever order they arrive', async () => {
      const token = await issue();
      const third = newsOf(token, { sequence: 3, status: 'SUSPENDED' });
      const second = newsOf(token, { sequence: 2, status: 'ACTIVE', cardLastFour: '0000' });
      for (const news of [
        third,
        second,
        third,
        newsOf(token, { sequence: 0, status: 'DELETED' }),
      ]) {
        assert.deepEqual((await send(news)).body, { status: 'OK' });
        const now = await read(token.instrumentRef);
        assert.deepEqual([now?.status, now?.cardMask], ['SUSPENDED', token.cardMask]);
      }
      assert.equal((await send(newsOf(token, { sequence: 4, status: 'ACTIVE' }))).status, 200);
      assert.equal((await read(token.instrumentRef))?.status, 'ACTIVE');
    });

    test('messages that are sent twice, late or in another order have the same end', async () => {
      const { instrumentRef } = await issue();
      await faults({ duplicateCallback: true });
      await change(instrumentRef, 'suspend');
      assert.equal((await read(instrumentRef))?.status, 'SUSPENDED');
      await faults({ reorderCallback: true, remaining: 1 });
      await change(instrumentRef, 'resume');
      assert.equal((await read(instrumentRef))?.status, 'SUSPENDED', 'it is still under way');
      await change(instrumentRef, 'update', { cardExpiry: '204206' });
      await faults();
      await advance(gateway, 2);
      nowMs = Date.parse((await readClock(gateway)).now);
      const end = await read(instrumentRef);
      assert.deepEqual([end?.status, end?.['expDate']], ['ACTIVE', '204206']);
    });

    test('news that were lost are sent again until they arrive', async () => {
      const { instrumentRef } = await issue();
      await faults({ timeout: true, remaining: 2 });
      await change(instrumentRef, 'suspend');
      assert.equal((await read(instrumentRef))?.status, 'ACTIVE');
      for (const seconds of [3, 5]) await advance(gateway, seconds);
      nowMs = Date.parse((await readClock(gateway)).now);
      assert.equal((await read(instrumentRef))?.status, 'SUSPENDED');
    });

    /** Answered unreadably at first, so that the gateway does not know the token yet. */
    const issueUnknown = async (): Promise<{ tokenizerId: string; instrumentRef: string }> => {
      const customer = { extCustomerId: `customer-${String((used += 1))}` };
      const reply = await tokens.create('4000000000030033', { kind: 'NETWORK', customer });
      const tokenizerId = String(reply.body['tokenizerId']);
      let instrumentRef = '';
      await until(async () => {
        const [row] = await rowsOf<{ instrument_ref: string }>(
          gateway.installation,
          'select instrument_ref from sandbox.network_tokens where request_id = $1',
          [tokenizerId],
        );
        instrumentRef = row?.instrument_ref ?? '';
        return instrumentRef !== '';
      }, 'the token at the service');
      return { tokenizerId, instrumentRef };
    };
    const endOf = async (tokenizerId: string): Promise<Json> => {
      for (let seconds = 0; seconds < 120; seconds += 5) {
        const record = await tokens.read(tokenizerId);
        if (record['status'] !== 'PENDING') return record;
        await advance(gateway, 5);
        nowMs = Date.parse((await readClock(gateway)).now);
      }
      return assert.fail('the tokenization did not end');
    };

    test('a token that was suspended before it is known is stored as suspended', async () => {
      const { tokenizerId, instrumentRef } = await issueUnknown();
      await change(instrumentRef, 'suspend');
      const record = await endOf(tokenizerId);
      assert.equal((record['token'] as Token).status, 'SUSPENDED');
      await advance(gateway, 120);
      nowMs = Date.parse((await readClock(gateway)).now);
      assert.equal((await read(instrumentRef))?.status, 'SUSPENDED');
      await change(instrumentRef, 'resume');
      assert.equal((await read(instrumentRef))?.status, 'ACTIVE');
    });

    test('a token that was deleted before it is known is never stored', async () => {
      const { tokenizerId, instrumentRef } = await issueUnknown();
      await change(instrumentRef, 'delete');
      const { status, rejectCode } = await endOf(tokenizerId);
      assert.deepEqual([status, rejectCode], ['REJECTED', 'TOKEN_NOT_ACTIVE']);
      assert.equal(await read(instrumentRef), undefined);
    });

    test('a message without the right signature is refused and changes nothing', async () => {
      const token = await issue();
      const news = newsOf(token, { sequence: 7, status: 'SUSPENDED' });
      const body = JSON.stringify(news);
      const { signature: otherKey } = keysOf(secret(Buffer.alloc(32, 1)));
      const signatures = [
        undefined,
        '',
        signNews(body, otherKey, nowMs),
        signNews(`${body} `, key, nowMs),
        signNews(body, key, nowMs - FIVE_MINUTES_MS - 1000),
        signNews(body, key, nowMs + FIVE_MINUTES_MS + 1000),
      ];
      for (const signature of signatures) {
        const headers = {
          'content-type': 'application/json',
          ...(signature === undefined ? {} : { signature }),
        };
        const reply = await gateway.call('POST', TOKEN_NEWS_PATH, { body, headers });
        assert.deepEqual(refusalOf(reply), [401, 'NOTIFICATION_NOT_AUTHENTIC'], signature);
      }
      assert.equal((await read(token.instrumentRef))?.status, 'ACTIVE');
      assert.equal((await send(news, nowMs - FIVE_MINUTES_MS + 1000)).status, 200);
      assert.equal((await read(token.instrumentRef))?.status, 'SUSPENDED');
    });

    test('a signed message is read strictly; an unknown token must be reported again', async () => {
      const token = await issue();
      const good = newsOf(token, { sequence: 7, status: 'SUSPENDED' });
      for (const bad of [{ status: 'GONE' }, { sequence: -1 }, { scheme: 'MDES' }, { expiry: 7 }]) {
        assert.deepEqual(refusalOf(await send({ ...good, ...bad })), [400, 'INVALID_REQUEST']);
      }
      const scheme = token.type === 'VTS' ? 'SCOF' : 'VTS';
      for (const other of [{ instrumentRef: randomUUID() }, { scheme }]) {
        assert.deepEqual(refusalOf(await send({ ...good, ...other })), [
          404,
          'NEWS_TOKEN_NOT_FOUND',
        ]);
      }
      assert.equal((await read(token.instrumentRef))?.status, 'ACTIVE');
    });
  });
}
