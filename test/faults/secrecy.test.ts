// Nothing keeps a secret in clear: canary card numbers, verification codes, API and notification
// secrets and tokens go through every path, then files, tables, logs and replies are searched.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { canaryNumbers, search, searchFiles, wantedOf, type Wanted } from '../support/canary.ts';
import { cardRequest, type Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createPlace, databaseKinds, skipOn, type Place } from '../support/place.ts';
import { rowsOf, withTables } from '../support/tables.ts';

const env = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '300',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '1000',
  BRAMKA_AUTH_FAILURES_PER_SECOND: '0',
  BRAMKA_LOG_LEVEL: 'trace',
};
const cvv = '7391';

/** What was sent and must not be found, and everything that was replied. */
interface Trail {
  readonly secrets: Map<string, string>;
  readonly cards: Map<string, string>;
  readonly nextCard: (name: string) => string;
  readonly replies: string[];
}

for (const database of databaseKinds) {
  describe(`secrets on the ${database} database`, { skip: skipOn(database) }, () => {
    test('are in no file, table, log line or reply', async () => {
      const place = await createPlace(database);
      const gateway = await startGateway({ place, env });
      const trail = newTrail();
      const token = await makeMerchant(gateway, trail);
      await payThroughEveryOutcome(gateway, token, trail);
      await sendEverythingWrong(gateway, token, trail);
      trail.replies.push((await gateway.call('GET', '/metrics')).text);

      const planted = canaryNumbers().next();
      const control = wantedOf(new Map([['planted', planted]]));
      const order = { amount: 1, currency: 'PLN', description: `call ${planted}` };
      const body = { order };
      const harmless = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
      assert.equal(harmless.status, 200, harmless.text);

      const files = await filesOf(place);
      await gateway.stop();
      const wanted = wantedOf(trail.secrets, trail.cards);
      const found = [
        ...files.flatMap((path) => searchFiles(path, wanted)),
        ...search(Buffer.from(gateway.logs()), wanted, 'the log'),
        ...trail.replies.flatMap((text) => search(Buffer.from(text), wanted, `reply ${text}`)),
        ...(await searchTables(place, wanted)),
      ];
      assert.deepEqual(found, []);
      const inFiles = files.flatMap((path) => searchFiles(path, control));
      assert.equal(inFiles.length > 0, files.length > 0, 'the search of the files finds things');
      const inTables = await searchTables(place, control);
      assert.equal(inTables[0], 'planted (plain) in a table');
      await place.remove();
    });
  });
}

test('the search finds a secret in every form', () => {
  const secret = '453914880343';
  const wanted = wantedOf(new Map([['card', secret]]), new Map([['card', secret]]));
  const texts = [
    `{"pan":"${secret}6467"}`,
    'x4539 1488 0343 6467x',
    'x4539%201488%200343x',
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}rest`).toString('base64')),
    Buffer.from(`{"a":"${secret}"}`).toString('base64url'),
    Buffer.from(`..${secret}..`).toString('hex'),
    '343088419354',
    createHash('sha256').update(secret).digest('hex'),
  ];
  for (const text of texts)
    assert.equal(search(Buffer.from(text), wanted, '').length > 0, true, text);
  const packed = Buffer.concat([Buffer.of(9), Buffer.from(secret, 'hex'), Buffer.of(9)]);
  assert.deepEqual(search(packed, wanted, 'a file'), ['card (packed decimal) in a file']);
  assert.deepEqual(search(Buffer.from('453914******6467'), wanted, ''), []);
});

function newTrail(): Trail {
  const numbers = canaryNumbers();
  const cards = new Map<string, string>();
  return {
    secrets: new Map([['card number', numbers.shared]]),
    cards,
    replies: [],
    nextCard(name) {
      const number = numbers.next();
      cards.set(name, number);
      return number;
    },
  };
}

async function makeMerchant(gateway: Gateway, { secrets, replies }: Trail): Promise<string> {
  const admin = { token: gateway.adminKey };
  const body = { merchantId: '66001' };
  const made = await gateway.call('POST', '/v1/admin/merchants', { ...admin, body });
  secrets.set('API secret', made.body['apiSecret'] as string);
  secrets.set('notification secret', made.body['notificationSecret'] as string);
  for (const kind of ['API', 'NOTIFICATION']) {
    const path = '/v1/admin/merchants/66001/secrets';
    const rolled = await gateway.call('POST', path, { ...admin, body: { kind } });
    secrets.set(`rolled ${kind} secret`, rolled.body['secret'] as string);
  }
  for (const path of ['/v1/admin/merchants', '/v1/admin/merchants/66001']) {
    replies.push((await gateway.call('GET', path, admin)).text);
  }
  const token = await gateway.authenticate('66001', secrets.get('API secret'));
  secrets.set('signature of the token', token.split('.')[2] ?? '');
  secrets.set('operator key', gateway.adminKey);
  return token;
}

/** Paid, declined, lost, garbled, held, refused early: every way a card number can go. */
async function payThroughEveryOutcome(
  gateway: Gateway,
  token: string,
  trail: Trail,
): Promise<void> {
  const holders = ['APPROVE', 'DECLINE LOST_CARD', 'NO ANSWER', 'ANSWER LOST', 'GARBAGE ANSWER'];
  const more = ['PROVIDER ERROR', 'ANSWER LOST DECLINED'];
  const made = await Promise.all(
    [...holders, ...more].map(async (holder) => {
      const number = trail.nextCard(holder);
      const key = `key of ${holder}`.replaceAll(' ', '-');
      const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ');
      const extra = { instrument: instrument(spaced, { holder }) };
      return gateway.payByCard({ token, key, extra });
    }),
  );
  const held = trail.nextCard('held');
  made.push(await gateway.payByCard({ token, card: held, transKind: 'PREAUTH' }));
  const expired = trail.nextCard('expired');
  const extra = { instrument: instrument(expired, { expDate: '202001' }) };
  made.push(await gateway.payByCard({ token, extra }));
  for (const reply of made) {
    assert.equal(reply.status, 200, reply.text);
    trail.replies.push(reply.text);
    const path = `/v1/ecommerce/payment/${String(reply.body['paymentId'])}`;
    await gateway.waitForStatus(token, reply.body['paymentId'] as string);
    for (const rest of ['', '/status', '/transactions']) {
      trail.replies.push((await gateway.call('GET', path + rest, { token })).text);
    }
  }
}

/** Card numbers where none belong, in requests that are refused. */
async function sendEverythingWrong(gateway: Gateway, token: string, trail: Trail): Promise<void> {
  const number = trail.nextCard('in a refused request');
  const path = '/v1/ecommerce/payment';
  const wrong: Json[] = [
    { instrument: instrument(`${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`) },
    { instrument: instrument(`${number}x`) },
    { instrument: instrument(number, { expDate: 'never' }) },
    { instrument: instrument(number, { cvv: number }) },
    { instrument: instrument(number, { cvv: 'abc' }) },
    { instrument: instrument(number, { type: number }) },
    { instrument: instrument(number, { encCvv: number }) },
    { instrument: instrument(number.repeat(10)) },
    { instrument: [number] },
    { instrument: number },
    { channel: number },
    { method: number },
    { order: { amount: number, currency: 'PLN' } },
    { order: { amount: Number(number), currency: 'PLN' } },
    { order: { amount: 1, currency: number } },
    { order: { amount: 1, currency: 'PLN', extOrderId: number.repeat(20) } },
    { merchant: { merchantId: number } },
    { merchant: { redirectURL: `javascript:${number}` } },
    { options: { validTime: number } },
  ];
  const texts = [
    `{"instrument":{"instrumentNo":"${number}"`,
    `{"instrument":{"instrumentNo":"${number}\\u0000"}}`,
    `{"instrument":{"instrumentNo":"${number}","instrumentNo":"${number}"}}`,
    `{"${number}":1,"${number}":2}`,
    `{"a":{"${number}":nonsense}}`,
    `instrumentNo=${number}`,
    `{"instrumentNo":"${number}${' '.repeat(70_000)}"}`,
    number,
    `"${number}"`,
  ];
  const bodies = [...wrong.map((extra) => ({ ...cardRequest(), ...extra })), ...texts];
  const sent = bodies.map((body) => gateway.call('POST', path, { token, body }));
  const elsewhere = [
    gateway.call('GET', `${path}/${number}`, { token }),
    gateway.call('GET', `${path}/${number}%zz?card=${number}`, { token }),
    gateway.call('GET', `${path}/${number.repeat(20)}`, { token }),
    gateway.call('GET', `/${number}`),
    gateway.call('GET', `${path}/x/status`, { token: number }),
    gateway.call('GET', `/v1/admin/merchants/${number}`, { token: gateway.adminKey }),
    gateway.call('POST', '/v1/ecommerce/auth', {
      body: { merchant: { merchantId: number }, secret: number },
    }),
    gateway.call('POST', path, { token, body: '{}', headers: { 'content-type': number } }),
  ];
  for (const reply of await Promise.all([...sent, ...elsewhere])) {
    assert.ok(reply.status >= 400 && reply.status < 500, `${reply.status} ${reply.text}`);
    trail.replies.push(reply.text);
  }
}

function instrument(instrumentNo: string, extra: Json = {}): Json {
  return { type: 'CARD', instrumentNo, expDate: '203912', cvv, ...extra };
}

/** Where the database keeps what it has, as far as this user may read there. */
async function filesOf(place: Place): Promise<string[]> {
  if (place.databaseUrl === undefined) return [place.dataDir];
  await rowsOf(place, 'checkpoint');
  const [row] = await rowsOf<{ data: string; id: string }>(
    place,
    `select current_setting('data_directory') as data, oid::text as id
     from pg_database where datname = current_database()`,
  );
  const data = row?.data ?? '';
  try {
    accessSync(data, constants.R_OK | constants.X_OK);
  } catch {
    return [];
  }
  const log = join(dirname(data), 'postgres.log');
  const folders = [join(data, 'base', row?.id ?? ''), join(data, 'pg_wal')];
  return existsSync(log) ? [...folders, log] : folders;
}

/** Every value of every table, also inside JSON; codes are looked for as whole values. */
function searchTables(place: Place, wanted: readonly Wanted[]): Promise<string[]> {
  return withTables(place, async (run) => {
    const tables = await run<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'sandbox')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await run<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`);
      const text = rows.map((row) => row.text).join('\n');
      found.push(...search(Buffer.from(text), wanted, 'a table'));
      for (const row of rows) {
        if (hasLeaf(JSON.parse(row.text), cvv)) found.push(`a verification code in ${name}`);
      }
    }
    return found;
  });
}

function hasLeaf(value: unknown, wanted: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((inner) => hasLeaf(inner, wanted));
  }
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return hasLeaf(JSON.parse(value), wanted);
    } catch {
      return false;
    }
  }
  return String(value) === wanted;
}
