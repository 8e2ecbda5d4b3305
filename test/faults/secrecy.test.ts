// No secret is stored in clear: recognizable card numbers, security codes, API and notification
// secrets, tokens and authentication proofs go through every path, then files, tables, logs and
// replies are searched.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { canaryNumbers, search, searchFiles, wantedBytes, wantedOf } from '../support/canary.ts';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { readSealer } from '../support/jwe/keys.ts';
import { createInstallation, databaseKinds, skipOn } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { keepTablesOpen, rowsOf } from '../support/tables.ts';
import { heldRecipients } from '../support/funding/funding.ts';
import { fundEverywhere } from '../support/funding/funding-flows.ts';
import { importKeysEverywhere } from '../support/wallets/credential-flows.ts';
import { tokenizeEverywhere } from '../support/tokens/token-flows.ts';
import { payByWalletEverywhere } from '../support/wallets/wallet-flows.ts';
import { authenticateOn, patient } from '../support/threeds/secrecy/authenticated-run.ts';
import type { AuthenticatedRun } from '../support/threeds/secrecy/authenticated-run.ts';
import { proofsIn, proofsOf } from '../support/threeds/secrecy/issuer-proofs.ts';
import { openListeningDirectory } from '../support/threeds/secrecy/listening-directory.ts';
import { filesOf, hasLeaf, searchTables } from '../support/threeds/secrecy/resting-places.ts';
import { startSandbox } from '../support/threeds/secrecy/sandbox-process.ts';
import type { SandboxProcess } from '../support/threeds/secrecy/sandbox-process.ts';
import {
  authenticateEverywhere,
  type SecretTrail,
} from '../support/threeds/secrecy/secret-flows.ts';

const env = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '300',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '1000',
  BRAMKA_AUTH_FAILURES_PER_SECOND: '0',
  BRAMKA_LOG_LEVEL: 'trace',
};
/** No number in a log line or a table has this form. */
const cvv = '091';

/** What was sent and must not be found, and all replies. */
interface Trail {
  readonly secrets: Map<string, string>;
  readonly bytes: Map<string, Buffer>;
  readonly cards: Map<string, string>;
  readonly nextCard: (name: string) => string;
  readonly replies: string[];
}

for (const database of databaseKinds) {
  describe(`secrets on the ${database} database`, { skip: skipOn(database) }, () => {
    test('are in no file, table, log line or reply', async () => {
      const installation = await createInstallation(database);
      const gateway = await startGateway({ installation, env });
      const trail = newTrail();
      const token = await makeMerchant(gateway, trail);
      await payThroughEveryOutcome(gateway, token, trail);
      await tokenizeEverywhere(gateway, token, cvv, trail);
      await payByWalletEverywhere(gateway, trail);
      const waiting = await fundEverywhere(gateway, token, trail);
      await sendEverythingWrong(gateway, token, trail);
      await importKeysEverywhere(gateway, gateway.adminKey, trail);
      trail.replies.push((await gateway.call('GET', '/metrics')).text);

      const planted = canaryNumbers().next();
      const written = canaryNumbers().next();
      const control = wantedOf(new Map([['planted', planted]]));
      const create = (more: Json): Promise<Reply> => {
        const body = { order: { amount: 1, currency: 'PLN', ...more } };
        return gateway.call('POST', '/v1/ecommerce/payment', { token, body });
      };
      // Identifiers may look like card numbers; what people write may not contain one.
      const harmless = await create({ extOrderId: `call ${planted}` });
      assert.equal(harmless.status, 200, harmless.text);
      const refused = await create({ description: `call ${written}` });
      assert.equal(refused.status, 400, refused.text);
      trail.replies.push(refused.text);
      trail.secrets.set('written', written);

      const files = await filesOf(installation);
      await gateway.stop();
      const wanted = [...wantedOf(trail.secrets, trail.cards), ...wantedBytes(trail.bytes)];
      const leaks = [
        ...files.flatMap((path) => searchFiles(path, wanted)),
        ...search(Buffer.from(gateway.logs()), wanted, 'the log'),
        ...trail.replies.flatMap((text) => search(Buffer.from(text), wanted, `reply ${text}`)),
      ];
      assert.deepEqual(leaks, []);
      const inFiles = files.flatMap((path) => searchFiles(path, control));
      assert.equal(inFiles.length > 0, files.length > 0, 'the search of the files finds things');
      await keepTablesOpen(installation, async () => {
        assert.deepEqual(await searchTables(installation, wanted, cvv), []);
        assert.equal(
          await heldRecipients(installation, waiting),
          1,
          'a recipient was there to be found',
        );
        const inTables = await searchTables(installation, control, cvv);
        assert.equal(inTables[0], 'planted (plain) in a table');
      });
      await installation.remove();
    });
  });
}

describe("secrets of strong authentication are the issuer's alone", () => {
  const runs = new Map<DatabaseKind, AuthenticatedRun>();
  let sandbox: SandboxProcess | undefined;
  let proofs = new Map<string, Buffer>();
  // One sandbox for both; its database can be read after it has ended.
  before(async () => {
    sandbox = await startSandbox();
    for (const database of databaseKinds.filter((one) => skipOn(one) === false)) {
      runs.set(database, await authenticateOn(database, sandbox, cvv));
    }
    await sandbox.stop();
    proofs = await proofsOf({ dataDir: sandbox.dataDir, databaseUrl: undefined });
  });
  after(async () => {
    sandbox?.remove();
    for (const { installation } of runs.values()) await installation.remove();
  });

  for (const database of databaseKinds) {
    test(`on the ${database} database`, { skip: skipOn(database) }, async () => {
      const run = runs.get(database) ?? assert.fail('nobody was authenticated');
      const { installation, trail, files } = run;
      const resting = [
        ...wantedOf(new Map([...trail.cards, ...trail.texts]), trail.cards),
        ...wantedBytes(new Map([...trail.bytes, ...proofs])),
      ];
      const passing = [...resting, ...wantedOf(trail.device)];
      const logs = run.logs + (sandbox?.logs() ?? '');
      const leaks = [
        ...files.flatMap((path) => searchFiles(path, resting)),
        ...search(Buffer.from(logs), passing, 'the log'),
        ...search(Buffer.from(trail.replies.join('\n')), passing, 'a reply'),
      ];
      assert.deepEqual(leaks, []);
      assertNoCodeIn(logs);
      const told = wantedOf(new Map([['transaction', trail.toldOf]]));
      assert.notDeepEqual(search(Buffer.from(logs), told, ''), [], 'the log tells of it');

      const runProofs = proofsIn(run.directory, proofs);
      assert.ok(runProofs.length >= 8, 'the issuer proved customers and agreed on keys');
      await keepTablesOpen(installation, async () => {
        assert.deepEqual(await searchTables(installation, resting, cvv), []);
        await assertCodesAreGone(installation, trail);
        const text = 'select 1 from authentications where sealed_cavv is not null';
        const kept = await rowsOf(installation, text);
        assert.equal(kept.length, runProofs.filter((one) => one.startsWith('CAVV')).length);
      });
    });
  }

  test('and are found at the issuer', () => {
    const atIssuer = searchFiles(sandbox?.dataDir ?? '', wantedBytes(proofs));
    assert.ok(atIssuer.length > 0, 'the search finds the proofs where they are');
  });
});

test('secrets of strong authentication are in no log when the sandbox is inside', async (t) => {
  const directory = await openListeningDirectory();
  t.after(() => directory.close());
  const installation = await createInstallation('embedded');
  const gateway = await startGateway({
    installation,
    env: { ...patient, BRAMKA_DS_URL: directory.url },
  });
  directory.leadTo(`${gateway.url}/sandbox/directory`);
  const token = await gateway.authenticate();
  const trail = await authenticateEverywhere(gateway, token, directory, cvv);
  await gateway.stop();
  await keepTablesOpen(installation, async () => {
    const proofs = await proofsOf(installation);
    assert.ok(proofs.size >= 8, 'the issuer proved customers and agreed on keys');
    const wanted = [
      ...wantedOf(new Map([...trail.cards, ...trail.texts, ...trail.device]), trail.cards),
      ...wantedBytes(new Map([...trail.bytes, ...proofs])),
    ];
    assert.deepEqual(search(Buffer.from(gateway.logs()), wanted, 'the log'), []);
    assertNoCodeIn(gateway.logs());
    assert.deepEqual(await searchTables(installation, wantedBytes(proofs), cvv, ['public']), []);
    const outside = await searchTables(installation, wantedBytes(proofs), cvv, ['sandbox']);
    assert.notDeepEqual(outside, [], 'the search finds the proofs where they are');
  });
  await installation.remove();
});

/** A code is too short to be searched for except as a whole value. */
function assertNoCodeIn(logs: string): void {
  const lines = logs.split('\n').filter((line) => line.startsWith('{'));
  assert.ok(lines.length > 0, 'something was logged');
  for (const line of lines) assert.ok(!hasLeaf(JSON.parse(line), cvv), 'a code is in the log');
}

/** The vault keeps the code only until the first authorization. */
async function assertCodesAreGone(
  installation: Installation,
  { open }: SecretTrail,
): Promise<void> {
  const text = `select payment_id as "paymentId", sealed_cvv is not null as "hasCode"
    from held_cards where payment_id = any($1) order by 2`;
  const rows = await rowsOf(installation, text, [[open.asked, open.declined]]);
  assert.deepEqual(rows, [
    { paymentId: open.declined, hasCode: false },
    { paymentId: open.asked, hasCode: true },
  ]);
  const others = `select count(*)::integer as count from held_cards h
    join attempts a using (merchant_id, payment_id) where h.sealed_cvv is not null`;
  assert.deepEqual(await rowsOf(installation, others), [{ count: 0 }]);
}

test('the search finds bytes in every encoding', () => {
  const bytes = randomBytes(20);
  const wanted = wantedBytes(new Map([['CAVV', bytes]]));
  const raw = Buffer.concat([Buffer.of(0), bytes, Buffer.of(0)]);
  const base64 = bytes.toString('base64');
  const texts = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    `\\x${bytes.toString('hex')}`,
    base64,
    bytes.toString('base64url'),
    Buffer.from(`{"cavv":"${base64}"}`).toString('base64'),
    Buffer.from(base64).toString('hex'),
  ];
  for (const text of [raw, ...texts.map((one) => Buffer.from(one))]) {
    assert.notDeepEqual(search(text, wanted, ''), [], String(text));
  }
  assert.deepEqual(search(randomBytes(4096), wanted, ''), []);
});

test('the search finds a secret in every encoding', () => {
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
    bytes: new Map(),
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
    secrets.set(`rolled ${kind} secret`, rolled.body[`${kind.toLowerCase()}Secret`] as string);
  }
  for (const path of ['/v1/admin/merchants', '/v1/admin/merchants/66001']) {
    replies.push((await gateway.call('GET', path, admin)).text);
  }
  const token = await gateway.authenticate('66001', secrets.get('API secret'));
  secrets.set('signature of the token', token.split('.')[2] ?? '');
  secrets.set('operator key', gateway.adminKey);
  return token;
}

/**
 * Every path of a card number: paid, declined, lost, unreadable answer, preauthorized, refused
 * early.
 */
async function payThroughEveryOutcome(
  gateway: Gateway,
  token: string,
  trail: Trail,
): Promise<void> {
  const holders = ['APPROVE', 'DECLINE LOST_CARD', 'NO ANSWER', 'ANSWER LOST', 'GARBAGE ANSWER'];
  const more = ['PROVIDER ERROR', 'ANSWER LOST DECLINED'];
  const replies = await Promise.all(
    [...holders, ...more].map(async (holder) => {
      const number = trail.nextCard(holder);
      const key = `key of ${holder}`.replaceAll(' ', '-');
      const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ');
      const extra = { instrument: instrument(spaced, { holder }) };
      return gateway.payByCard({ token, key, extra });
    }),
  );
  const held = trail.nextCard('held');
  replies.push(await gateway.payByCard({ token, card: held, transKind: 'PREAUTH' }));
  const expired = trail.nextCard('expired');
  const extra = { instrument: instrument(expired, { expDate: '202001' }) };
  replies.push(await gateway.payByCard({ token, extra }));
  replies.push(...(await payEncrypted(gateway, token, trail)));
  for (const reply of replies) {
    assert.equal(reply.status, 200, reply.text);
    trail.replies.push(reply.text);
    const path = `/v1/ecommerce/payment/${String(reply.body['paymentId'])}`;
    await gateway.waitForStatus(token, reply.body['paymentId'] as string);
    for (const rest of ['', '/status', '/transactions']) {
      trail.replies.push((await gateway.call('GET', path + rest, { token })).text);
    }
  }
}

/** Card data that was encrypted in a browser: paid, and refused after it was decrypted. */
async function payEncrypted(gateway: Gateway, token: string, trail: Trail): Promise<Reply[]> {
  const { seal } = await readSealer(gateway);
  const number = trail.nextCard('encrypted');
  const rest = { type: 'CARD', encExpDate: seal('203912'), encCvv: seal(cvv) };
  const pay = (plain: string) =>
    gateway.payByCard({ token, extra: { instrument: { ...rest, encInstrumentNo: seal(plain) } } });
  const last = String((Number(number.at(-1)) + 1) % 10);
  for (const wrong of [`${number}x`, `${number.slice(0, -1)}${last}`, `${number}\n`]) {
    const refused = await pay(wrong);
    assert.equal(refused.status, 400, refused.text);
    trail.replies.push(refused.text);
  }
  return [await pay(number)];
}

/** Card numbers in wrong fields, in requests that are refused. */
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
