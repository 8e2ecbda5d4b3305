// kill -9 at every step of tokenizations, discards and conversions: after the restart each ends as
// the last commit says, no card is provisioned twice, and no card data is left behind. If possible,
// calls are parked at their steps and killed together.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { canaryNumbers, search, searchFiles, wantedOf } from '../support/canary.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { cardOf, openPage } from '../support/customers/page.ts';
import { card, withoutRateLimits } from '../support/life/payments.ts';
import { tokenizerClient, type Token, type TokenizerClient } from '../support/life/tokens.ts';
import { freePort } from '../setup/free-port.ts';
import {
  createInstallation,
  embeddedFirst,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { rowsOf, withTables } from '../support/tables.ts';
import { filesOf, searchTables } from '../support/threeds/secrecy/resting-places.ts';
import { Parking, parkingAt } from '../support/waiting/parking.ts';
import { LONGEST_WAIT_MS, until } from '../support/waiting/until.ts';
import type { Json } from '../support/client.ts';

/** One gateway after the other in one place. */
class Chain {
  readonly place: Installation;
  private port = '0';
  private shop = { merchantId: '', secret: '' };
  gateway!: Gateway;
  token = '';
  tokens!: TokenizerClient;
  /** What all processes but the last one have printed. */
  printed = '';
  readonly canary = canaryNumbers();
  /** Network tokens for the steps that discard one, by point. */
  readonly discarded = new Map<string, Token>();

  constructor(installation: Installation) {
    this.place = installation;
  }

  async start(failpoints = ''): Promise<void> {
    const isFirst = this.port === '0';
    if (isFirst) this.port = String(await freePort());
    else this.printed += this.gateway.logs();
    const env = { ...withoutRateLimits, PORT: this.port, BRAMKA_FAILPOINTS: failpoints };
    this.gateway = await startGateway({ installation: this.place, env });
    if (isFirst) {
      // What a crash leaves open stays as it is until the clock moves on.
      await moveClock(this.gateway, { freeze: true });
      this.shop = await this.gateway.addMerchant({ page: { savesCards: true } });
    }
    this.token = await this.gateway.authenticate(this.shop.merchantId, this.shop.secret);
    this.tokens = tokenizerClient(this.gateway, this.token);
  }

  rows<Row = Json>(text: string): Promise<Row[]> {
    return rowsOf<Row>(this.place, text);
  }
}

type Kind = 'COF' | 'NETWORK' | 'consent' | 'declined' | 'discard';
type Step = readonly [kind: Kind, point: string];

/** Each kills its own process, because another task continues after the point. */
const alone: readonly Step[] = [
  ['NETWORK', 'outcome.committed'],
  ['consent', 'outcome.committed'],
  ['COF', 'token.decided'],
  ['consent', 'token.decided'],
  ['declined', 'tokenization.ended'],
];

/** In the order in which calls reach the points; attempts and outcomes are the verification. */
const parked: readonly Step[] = [
  ['NETWORK', 'attempt.committed'],
  ['consent', 'attempt.committed'],
  ['NETWORK', 'outcome.received'],
  ['consent', 'outcome.received'],
  ['NETWORK', 'provision.requested'],
  ['NETWORK', 'provision.received'],
  ['COF', 'token.committed'],
  ['NETWORK', 'token.committed'],
  ['discard', 'discard.decided'],
  ['discard', 'removal.received'],
];
const onPostgres = [...alone, ...parked];

/** On the embedded database one commit of the tokenizer; the rest is the same code. */
const onEmbedded: readonly Step[] = [['NETWORK', 'provision.received']];

const customerOf = ([kind, point]: Step): string => `${kind}:${point}`;
const isTokenization = ([kind]: Step): boolean => kind === 'COF' || kind === 'NETWORK';

/** A lost request to the acquirer ends the verification, and so the tokenization. */
const lost = (point: string): boolean => point === 'attempt.committed';

/** The call that reaches the point of the step. */
async function callOf(
  { gateway, token, tokens, canary, discarded }: Chain,
  step: Step,
): Promise<void> {
  const [kind, point] = step;
  const customer = { extCustomerId: customerOf(step) };
  if (kind === 'consent') {
    const page = await openPage(gateway, token, { customer });
    await page.put(cardOf(card.instrumentNo), { saveCard: true });
  } else if (kind === 'declined') {
    await tokens.create('4000000000030009', { kind: 'NETWORK', customer });
  } else if (kind === 'discard') {
    const tokenId = discarded.get(point)?.tokenId;
    await tokens.call('POST', '/discard', { tokenId });
  } else {
    await tokens.create(canary.next(), { kind, customer });
  }
}

/** The call does not come back, because the gateway kills itself. */
async function crashAlone(chain: Chain, step: Step): Promise<void> {
  const [, point] = step;
  await chain.start(`${point}=kill`);
  const call = callOf(chain, step).catch(() => undefined);
  assert.equal(await chain.gateway.exited(), null, `${point} was not reached`);
  await call;
}

/** Starts a process and parks a call at the point of every step. */
async function parkAll(chain: Chain, steps: readonly Step[]): Promise<Parking> {
  await chain.start(parkingAt(steps.map(([, point]) => point)));
  const parking = new Parking(chain.gateway);
  for (const step of steps) await parking.park(step[1], callOf(chain, step));
  return parking;
}

/** Time moves on until nothing is open or checked; a running embedded database cannot be read. */
async function finish({ gateway, place: installation }: Chain): Promise<void> {
  const open = `select from tokenizations where status in ('NEW', 'PENDING')
    union all select from tokenization_checks union all select from held_cards`;
  for (let tries = 0; tries < 20; tries += 1) {
    await advance(gateway, 30);
    if (installation.database === 'embedded' && tries < 10) continue;
    if (installation.database === 'embedded') return;
    if ((await rowsOf(installation, open)).length === 0) return;
  }
  assert.fail('a tokenization does not end');
}

interface CrashedRow {
  readonly customer: string;
  readonly status: string;
  readonly provisioned: number;
  readonly events: string;
}

const ended = `select t.ext_customer_id as customer, t.status,
    (select count(*)::integer from sandbox.network_tokens n
      where n.request_id = t.tokenizer_id) as provisioned,
    (select string_agg(e.body::json ->> 'status', ' ' order by e.sequence) from events e
      where e.payment_id = t.tokenizer_id) as events
  from tokenizations t where t.ext_customer_id ~ '^(COF|NETWORK):' order by t.tokenizer_id`;

/** After the end of the last process. */
async function assertEnded(chain: Chain, steps: readonly Step[]): Promise<void> {
  const { rows, left } = await withTables(chain.place, async (run) => {
    const counted: Record<string, number> = {};
    for (const table of ['held_cards', 'tokenization_checks']) {
      counted[table] = (await run(`select 1 from ${table}`)).length;
    }
    return { rows: await run<CrashedRow>(ended), left: counted };
  });
  assert.deepEqual(
    rows,
    steps.filter(isTokenization).map((step) => {
      const [kind, point] = step;
      const status = lost(point) ? 'ERROR' : 'COMPLETED';
      const provisioned = kind === 'NETWORK' && !lost(point) ? 1 : 0;
      return { customer: customerOf(step), status, provisioned, events: `NEW PENDING ${status}` };
    }),
  );
  assert.deepEqual(left, { held_cards: 0, tokenization_checks: 0 });
  const wanted = wantedOf(new Map([['card number', chain.canary.shared]]));
  assert.deepEqual(
    [
      ...(await filesOf(chain.place)).flatMap((path) => searchFiles(path, wanted)),
      ...search(Buffer.from(chain.printed + chain.gateway.logs()), wanted, 'the log'),
      ...(await searchTables(chain.place, wanted, 'no code')),
    ],
    [],
    'no card number is left behind by a crash',
  );
}

const isLater = !embeddedFirst.includes('embedded');
describe('tokenizations killed on the embedded database', { skip: isLater }, () => {
  test('each ends after the restart, provisioned once', async () => {
    const chain = new Chain(await createInstallation('embedded'));
    await (await parkAll(chain, onEmbedded)).kill9();
    await chain.start();
    await finish(chain);
    await chain.gateway.stop();
    await assertEnded(chain, onEmbedded);
    await chain.place.remove();
  });
});

/** Payments that save their card by consent. */
const consents = `
  select d.details #>> '{customer,extCustomerId}' as point, p.status, p.reject_code as code,
    t.status as process, c.status as token, c.ext_customer_id as customer
  from payments p join payment_details d using (merchant_id, payment_id)
  left join tokenizations t using (merchant_id, tokenizer_id)
  left join card_tokens c using (merchant_id, token_id)
  where d.details #>> '{customer,extCustomerId}' like 'consent:%' order by p.payment_id`;

const discards = `
  select c.ext_customer_id as point, c.status, t.status as process, n.status as service
  from card_tokens c join tokenizations t on t.token_id = c.token_id
  join sandbox.network_tokens n on n.instrument_ref::text = c.instrument_ref
  where c.ext_customer_id like 'discard:%' order by 1`;

/** The cards that declined tokenizations hold. */
const heldDeclined = `select 1 from held_cards h join tokenizations t
    on h.payment_id in (t.payment_id, t.tokenizer_id)
  where t.ext_customer_id like 'declined:%'`;

/** Network tokens, without those that were asked for by something else than a conversion. */
const converted = `select 1 from sandbox.network_tokens n
  left join tokenizations t on t.tokenizer_id = n.request_id
  where t.tokenizer_id is null or t.source_token_id is not null`;

async function makeDiscarded({ tokens, discarded }: Chain): Promise<void> {
  for (const step of onPostgres.filter(([kind]) => kind === 'discard')) {
    const customer = { extCustomerId: customerOf(step) };
    const token = await tokens.tokenize(card.instrumentNo, { kind: 'NETWORK', customer });
    discarded.set(step[1], token);
  }
}

const CARDS = 40;

/** The numbers of stored cards. */
async function storeCards({ tokens }: Chain): Promise<string[]> {
  const customers = Array.from({ length: CARDS }, (_, index) => `c-${String(index)}`);
  const numbers: string[] = [];
  for (let from = 0; from < customers.length; from += 10) {
    const group = customers.slice(from, from + 10).map((extCustomerId) => {
      return tokens.tokenize(card.instrumentNo, { customer: { extCustomerId } });
    });
    numbers.push(...(await Promise.all(group)).map(({ instrumentNo }) => instrumentNo));
  }
  return numbers;
}

const isSkipped = embeddedFirst.includes('postgres') ? skipOn('postgres') : true;
describe('tokenizations killed on the postgres database', { skip: isSkipped }, () => {
  let chain: Chain;
  let numbers: string[];
  let atCrash: { discards: Json[]; held: number };
  let results: Json[];

  before(async () => {
    chain = new Chain(await createInstallation('postgres'));
    const convert = () => chain.tokens.call<Json[]>('POST', '/convert', { tokens: numbers });
    /** Resolves with the end of the request when as many cards are converted. */
    const convertUntil = async (goal: number): Promise<{ request: Promise<unknown> }> => {
      const request = convert().catch(() => undefined);
      // On one connection and often, because conversions are fast.
      await withTables(chain.place, async (run) => {
        const deadline = Date.now() + LONGEST_WAIT_MS;
        while ((await run(converted)).length < goal) {
          assert.ok(Date.now() < deadline, `${String(goal)} conversions`);
          await sleep(5);
        }
      });
      return { request };
    };
    await chain.start();
    await makeDiscarded(chain);
    numbers = await storeCards(chain);
    const first = await convertUntil(8);
    await chain.gateway.kill9();
    await first.request;
    for (const step of alone) await crashAlone(chain, step);
    const parking = await parkAll(chain, parked);
    const second = await convertUntil(24);
    await parking.kill9();
    await second.request;
    const held = (await chain.rows(heldDeclined)).length;
    atCrash = { discards: await chain.rows(discards), held };
    await chain.start();
    results = (await convert()).body;
  });
  after(async () => {
    if (chain?.gateway?.isRunning()) await chain.gateway.kill9();
    await chain?.place.remove();
  });

  test('a conversion of many cards killed twice resumes without provisioning twice', async () => {
    assert.deepEqual(
      results.map(({ instrumentNo, status }) => [instrumentNo, status]),
      numbers.map((number) => [number, 'CONVERTED']),
    );
    const references = new Set(results.map((one) => (one['token'] as Token).instrumentRef));
    assert.equal(references.size, CARDS);
    const count = (await chain.rows(converted)).length;
    assert.equal(count, CARDS, 'no card was provisioned twice');
  });

  test('a discard happens whole or not at all, and is completed by repeating it', async () => {
    assert.deepEqual(
      atCrash.discards.map(({ point, status, process }) => [point, status, process]),
      [
        ['discard:discard.decided', 'ACTIVE', 'COMPLETED'],
        ['discard:removal.received', 'DISCARDED', 'DISCARDED'],
      ],
    );
    const tokenId = chain.discarded.get('discard.decided')?.tokenId;
    await chain.tokens.call('POST', '/discard', { tokenId });
    await advance(chain.gateway, 120);
    const states = () => chain.rows(discards);
    const isOver = async () => (await states()).every(({ service }) => service === 'DELETED');
    await until(isOver, 'the removal at the service');
    assert.equal((await states()).length, 2);
  });

  test('a paid card is saved after the restart, and a lost one is forgotten', async () => {
    const steps = onPostgres.filter(([kind]) => kind === 'consent');
    const wanted = steps.map((step) =>
      lost(step[1])
        ? [customerOf(step), 'PENDING', 'SYSTEM_ERROR', null, null, null]
        : [customerOf(step), 'COMPLETED', null, 'COMPLETED', 'ACTIVE', customerOf(step)],
    );
    let last: unknown[] = [];
    for (let tries = 0; tries < 20 && JSON.stringify(last) !== JSON.stringify(wanted); tries += 1) {
      await advance(chain.gateway, 30);
      last = (await chain.rows(consents)).map((row) => Object.values(row));
    }
    assert.deepEqual(last, wanted);
  });

  test('the card of a declined tokenization is released after the restart', async () => {
    assert.equal(atCrash.held, 1, 'it was killed before');
    const isReleased = async () => (await chain.rows(heldDeclined)).length === 0;
    await until(isReleased, 'the release of the card');
  });

  test('each ends after the restart, provisioned once', async () => {
    await finish(chain);
    await chain.gateway.stop();
    await assertEnded(chain, onPostgres);
  });
});
