// kill -9 at every step of tokenizations, discards and conversions: after the restart each ends as
// the last commit says, no card is provisioned twice, and no card data is left behind.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canaryNumbers, search, searchFiles, wantedOf } from '../support/canary.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { cardOf, openPage } from '../support/customers/page.ts';
import { card, withoutRateLimits } from '../support/life/payments.ts';
import {
  tokenizationEvents,
  tokenizerClient,
  type Token,
  type TokenizerClient,
} from '../support/life/tokens.ts';
import { freePort } from '../support/loopback-server.ts';
import { createPlace, skipOn, type DatabaseKind, type Place } from '../support/place.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { filesOf, searchTables } from '../support/threeds/secrecy/resting-places.ts';
import { until } from '../support/waiting/until.ts';
import type { Json } from '../support/client.ts';

/** One gateway after the other in one place, each with another failpoint. */
class Chain {
  readonly place: Place;
  private port = '0';
  private shop = { merchantId: '', secret: '' };
  gateway!: Gateway;
  token = '';
  tokens!: TokenizerClient;

  constructor(place: Place) {
    this.place = place;
  }

  async start(failpoint?: string): Promise<void> {
    const isFirst = this.port === '0';
    if (isFirst) this.port = String(await freePort());
    const env = {
      ...withoutRateLimits,
      PORT: this.port,
      ...(failpoint === undefined ? {} : { BRAMKA_FAILPOINTS: failpoint }),
    };
    this.gateway = await startGateway({ place: this.place, env });
    if (isFirst) {
      // What a crash leaves open stays as it is until the clock moves on.
      await moveClock(this.gateway, { freeze: true });
      this.shop = await this.gateway.addMerchant({ page: { savesCards: true } });
    }
    this.token = await this.gateway.authenticate(this.shop.merchantId, this.shop.secret);
    this.tokens = tokenizerClient(this.gateway, this.token);
  }

  /** The call does not come back, because the gateway kills itself. */
  async crash(failpoint: string, call: (tokens: TokenizerClient) => Promise<unknown>) {
    await this.start(`${failpoint}=kill`);
    await call(this.tokens).catch(() => undefined);
    assert.equal(await this.gateway.exited(), null, `${failpoint} was not reached`);
  }

  /** Time moves on until nothing is open. */
  async finish(): Promise<void> {
    await this.start();
    const open = `select count(*)::integer as count from tokenizations
      where status in ('NEW', 'PENDING')`;
    for (let tries = 0; tries < 20; tries += 1) {
      await advance(this.gateway, 30);
      const [row] = await rowsOf<{ count: number }>(this.place, open);
      if (row?.count === 0) return;
    }
    assert.fail('a tokenization does not end');
  }
}

interface CrashedRow {
  readonly tokenizerId: string;
  readonly status: string;
  readonly customer: string;
  readonly kind: string;
  readonly provisioned: number;
}

const ended = `select t.tokenizer_id as "tokenizerId", t.status, t.ext_customer_id as customer,
    t.kind, (select count(*)::integer from sandbox.network_tokens n
      where n.request_id = t.tokenizer_id) as provisioned
  from tokenizations t order by t.tokenizer_id`;

const COF = ['token.decided', 'token.committed'];
const NETWORK = [
  'provision.requested',
  'provision.received',
  'token.committed',
  // The verification itself.
  'attempt.committed',
  'outcome.received',
  'outcome.committed',
];

function pointsOn(database: DatabaseKind): [kind: string, point: string][] {
  const all = [
    ...COF.map((point): [string, string] => ['COF', point]),
    ...NETWORK.map((point): [string, string] => ['NETWORK', point]),
  ];
  // On the embedded database one commit of the tokenizer; the rest is the same code.
  return database === 'postgres' ? all : all.filter(([, point]) => point === 'provision.received');
}

/** A lost request to the acquirer ends the verification, and so the tokenization. */
const lost = (point: string): boolean => point === 'attempt.committed';

for (const database of ['postgres', 'embedded'] as const) {
  describe(`tokenizations killed on the ${database} database`, { skip: skipOn(database) }, () => {
    test('each ends after the restart, provisioned once', async () => {
      const chain = new Chain(await createPlace(database));
      const points = pointsOn(database);
      const numbers = canaryNumbers();
      let printed = '';
      for (const [kind, point] of points) {
        const customer = { extCustomerId: `${kind}:${point}` };
        await chain.crash(point, async (tokens) => {
          const reply = await tokens.create(numbers.next(), { kind, customer });
          await tokens.ended(String(reply.body['tokenizerId']));
        });
        printed += chain.gateway.logs();
      }
      await chain.finish();
      const files = await filesOf(chain.place);
      await chain.gateway.stop();
      const wanted = wantedOf(new Map([['card number', numbers.shared]]));
      assert.deepEqual(
        [
          ...files.flatMap((path) => searchFiles(path, wanted)),
          ...search(Buffer.from(printed + chain.gateway.logs()), wanted, 'the log'),
          ...(await searchTables(chain.place, wanted, 'no code')),
        ],
        [],
        'no card number is left behind by a crash',
      );
      const rows = await rowsOf<CrashedRow>(chain.place, ended);
      assert.deepEqual(
        rows.map(({ customer, status, provisioned }) => [customer, status, provisioned]),
        points.map(([kind, point]) => [
          `${kind}:${point}`,
          lost(point) ? 'ERROR' : 'COMPLETED',
          kind === 'NETWORK' && !lost(point) ? 1 : 0,
        ]),
      );
      for (const { tokenizerId, status } of rows) {
        const events = await tokenizationEvents(chain.place, tokenizerId);
        assert.deepEqual(
          events.map((event) => event['status']),
          ['NEW', 'PENDING', status],
        );
      }
      for (const table of ['held_cards', 'tokenization_checks']) {
        const left = await rowsOf(chain.place, `select 1 from ${table}`);
        assert.equal(left.length, 0, `${table} keeps a row`);
      }
      await chain.place.remove();
    });
  });
}

describe('tokenizations that end without a token killed', { skip: skipOn('postgres') }, () => {
  test('the card of a declined tokenization is released after the restart', async () => {
    const chain = new Chain(await createPlace('postgres'));
    await chain.crash('tokenization.ended', async (tokens) => {
      const reply = await tokens.create('4000000000030009', { kind: 'NETWORK' });
      await tokens.ended(String(reply.body['tokenizerId']));
    });
    const left = (table: string) => rowsOf(chain.place, `select 1 from ${table}`);
    assert.equal((await left('held_cards')).length, 1, 'it was killed before');
    await chain.start();
    await advance(chain.gateway, 30);
    for (const table of ['held_cards', 'tokenization_checks']) {
      await until(async () => (await left(table)).length === 0, `the end of ${table}`);
    }
    await chain.gateway.stop();
    await chain.place.remove();
  });
});

describe('payments that save their card by consent killed', { skip: skipOn('postgres') }, () => {
  test('a paid card is saved after the restart, and a lost one is forgotten', async () => {
    const chain = new Chain(await createPlace('postgres'));
    const points = ['attempt.committed', 'outcome.received', 'outcome.committed', 'token.decided'];
    for (const point of points) {
      await chain.crash(point, async () => {
        const customer = { extCustomerId: point };
        const page = await openPage(chain.gateway, chain.token, { customer });
        await page.put(cardOf(card.instrumentNo), { saveCard: true });
        await page.becomes('never');
      });
    }
    await chain.start();
    const states = () =>
      rowsOf<Json>(
        chain.place,
        `select d.details #>> '{customer,extCustomerId}' as point, p.status, p.reject_code as code,
           t.status as process, c.status as token, c.ext_customer_id as customer
         from payments p join payment_details d using (merchant_id, payment_id)
         left join tokenizations t using (merchant_id, tokenizer_id)
         left join card_tokens c using (merchant_id, token_id) order by p.payment_id`,
      );
    const wanted = points.map((point) =>
      lost(point)
        ? [point, 'PENDING', 'SYSTEM_ERROR', null, null, null]
        : [point, 'COMPLETED', null, 'COMPLETED', 'ACTIVE', point],
    );
    let last: unknown[] = [];
    for (let tries = 0; tries < 20 && JSON.stringify(last) !== JSON.stringify(wanted); tries += 1) {
      await advance(chain.gateway, 30);
      last = (await states()).map((row) => Object.values(row));
    }
    assert.deepEqual(last, wanted);
    for (const table of ['held_cards', 'tokenization_checks']) {
      const left = await rowsOf(chain.place, `select 1 from ${table}`);
      assert.equal(left.length, 0, `${table} keeps a row`);
    }
    await chain.gateway.stop();
    await chain.place.remove();
  });
});

describe('discards and conversions killed', { skip: skipOn('postgres') }, () => {
  test('a discard happens whole or not at all, and is completed by repeating it', async () => {
    const chain = new Chain(await createPlace('postgres'));
    await chain.start();
    const made = new Map<string, Token>();
    for (const point of ['discard.decided', 'removal.received']) {
      const customer = { extCustomerId: point };
      made.set(
        point,
        await chain.tokens.tokenize(card.instrumentNo, { kind: 'NETWORK', customer }),
      );
    }
    await chain.gateway.kill9();
    for (const [point, { tokenId }] of made) {
      await chain.crash(point, (tokens) => tokens.call('POST', '/discard', { tokenId }));
    }
    const states = () =>
      rowsOf<Json>(
        chain.place,
        `select c.ext_customer_id as point, c.status, t.status as process, n.status as service
         from card_tokens c join tokenizations t on t.token_id = c.token_id
         join sandbox.network_tokens n on n.instrument_ref::text = c.instrument_ref order by 1`,
      );
    assert.deepEqual(
      (await states()).map(({ point, status, process }) => [point, status, process]),
      [
        ['discard.decided', 'ACTIVE', 'COMPLETED'],
        ['removal.received', 'DISCARDED', 'DISCARDED'],
      ],
    );
    await chain.start();
    const tokenId = made.get('discard.decided')?.tokenId;
    await chain.tokens.call('POST', '/discard', { tokenId });
    await advance(chain.gateway, 120);
    const open = async () => (await states()).filter(({ service }) => service !== 'DELETED');
    await until(async () => (await open()).length === 0, 'the removal at the service');
    await chain.gateway.stop();
    await chain.place.remove();
  });

  test('a conversion of 100 cards killed twice resumes without provisioning twice', async () => {
    const chain = new Chain(await createPlace('postgres'));
    await chain.start();
    const customers = Array.from({ length: 100 }, (_, index) => `c-${String(index)}`);
    const stored: Token[] = [];
    for (let from = 0; from < customers.length; from += 10) {
      const group = customers.slice(from, from + 10);
      stored.push(
        ...(await Promise.all(
          group.map((extCustomerId) =>
            chain.tokens.tokenize(card.instrumentNo, { customer: { extCustomerId } }),
          ),
        )),
      );
    }
    const numbers = stored.map(({ instrumentNo }) => instrumentNo);
    const provisioned = async (): Promise<number> => {
      const text = 'select count(*)::integer as count from sandbox.network_tokens';
      return (await rowsOf<{ count: number }>(chain.place, text))[0]?.count ?? 0;
    };
    const convert = () => chain.tokens.call<Json[]>('POST', '/convert', { tokens: numbers });
    for (const goal of [20, 60]) {
      const converting = convert().catch(() => undefined);
      await until(async () => (await provisioned()) >= goal, `${String(goal)} conversions`);
      await chain.gateway.kill9();
      await converting;
      await chain.start();
    }
    const results = (await convert()).body;
    assert.deepEqual(
      results.map(({ instrumentNo, status }) => [instrumentNo, status]),
      numbers.map((number) => [number, 'CONVERTED']),
    );
    const references = new Set(results.map((one) => (one['token'] as Token).instrumentRef));
    assert.equal(references.size, 100);
    assert.equal(await provisioned(), 100, 'no card was provisioned twice');
    await chain.gateway.stop();
    await chain.place.remove();
  });
});
