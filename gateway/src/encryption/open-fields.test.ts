// Tests of encrypted card fields: good ones are replaced by plain ones, every attack is refused
// with one text, and nothing costs more than one decryption per field.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compactDecrypt } from 'jose';
import { AHEAD_SECONDS, CARD_NUMBER, MAX_AGE_SECONDS } from '@bramka/test/support/jwe/attack.ts';
import { attacksOn } from '@bramka/test/support/jwe/attacks.ts';
import { buildJwe, type JwePlan } from '@bramka/test/support/jwe/build-jwe.ts';
import { makePrivateKey, publicJwk } from '../core/jose/p256.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Refusal } from '../core/refusals.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import type { EncryptionKey } from './encryption-keys.ts';
import { createOpenFields, UNREADABLE_FIELD, type CardFields } from './open-fields.ts';

const random = seededRandom(11);
const keyOf = (keyId: string): EncryptionKey => {
  const privateKey = makePrivateKey(random);
  return { keyId, privateKey, publicKey: publicJwk(privateKey), createdAt: 0, retiredAt: null };
};
const current = keyOf('01a1ddaa-94be-73d2-943c-8b7759934376');
const previous = keyOf('01a1ddaa-94be-73d2-943c-8b7759934377');
const ended = keyOf('01a1ddaa-94be-73d2-943c-8b7759934378');
const recipient = ({ publicKey, keyId: kid }: EncryptionKey) => ({ ...publicKey, kid });

function setUp() {
  const clock = handClock();
  const counts = { decryptions: 0, searches: 0 };
  const keys = {
    find: (keyId: string) => {
      counts.searches += 1;
      return Promise.resolve([current, previous].find((key) => key.keyId === keyId));
    },
  };
  const openFields = createOpenFields({
    keys,
    clock,
    settings: { encryptedFieldSeconds: MAX_AGE_SECONDS },
    decrypt: (...jwe) => {
      counts.decryptions += 1;
      return compactDecrypt(...jwe);
    },
  });
  const nowSeconds = clock.now() / 1000;
  const seal = (plain: string | Buffer, plan: JwePlan = {}, key = current) =>
    buildJwe(recipient(key), plain, { ...plan, header: { iat: nowSeconds, ...plan.header } });
  return { clock, counts, openFields, nowSeconds, seal };
}

function refusalOf(opening: Promise<unknown>): Promise<{ field: string; message: string }> {
  return opening.then(
    () => assert.fail('was opened'),
    (error: unknown) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.deepEqual([error.code, error.details.length], ['INVALID_REQUEST', 1]);
      return error.details[0] as { field: string; message: string };
    },
  );
}

test('replaces encrypted fields by plain ones and keeps the others', async () => {
  const { openFields, seal, counts } = setUp();
  const sent = {
    type: 'CARD',
    holder: 'Ada',
    encInstrumentNo: seal('4111 1111 1111 1111'),
    encExpDate: seal('203912', {}, previous),
    encCvv: seal('0123'),
  };
  const before = structuredClone(sent);
  const opened = await openFields(sent);
  assert.deepEqual(opened, {
    type: 'CARD',
    holder: 'Ada',
    instrumentNo: '4111 1111 1111 1111',
    expDate: '203912',
    cvv: '0123',
  });
  assert.deepEqual(sent, before, 'the request is compared with later ones as it was sent');
  assert.equal(counts.decryptions, 3);
});

test('plain and encrypted fields may be mixed, but not of one value', async () => {
  const { openFields, seal, counts } = setUp();
  const mixed = await openFields({ instrumentNo: CARD_NUMBER, encCvv: seal('123') });
  assert.deepEqual(mixed, { instrumentNo: CARD_NUMBER, cvv: '123' });
  const pairs: [plain: keyof CardFields, encrypted: keyof CardFields, value: string][] = [
    ['instrumentNo', 'encInstrumentNo', CARD_NUMBER],
    ['expDate', 'encExpDate', '203912'],
    ['cvv', 'encCvv', '123'],
  ];
  counts.decryptions = 0;
  for (const [plain, encrypted, value] of pairs) {
    const both = { encInstrumentNo: seal('1'), [encrypted]: seal(value), [plain]: value };
    const message = `must not be sent together with ${plain}`;
    assert.deepEqual(await refusalOf(openFields(both)), {
      field: `instrument.${encrypted}`,
      message,
    });
  }
  assert.equal(counts.decryptions, 0, 'nothing is decrypted then');
});

test('an instrument without encrypted fields is the same object', async () => {
  const { openFields, counts } = setUp();
  const plain = { instrumentNo: CARD_NUMBER };
  assert.equal(await openFields(plain), plain);
  assert.deepEqual(counts, { decryptions: 0, searches: 0 });
});

test('iat may be ten minutes in the past and a minute in the future, exactly', async () => {
  const { openFields, seal, clock, nowSeconds } = setUp();
  const sent = (iat: number) => openFields({ encCvv: seal('123', { header: { iat } }) });
  for (const iat of [nowSeconds - MAX_AGE_SECONDS, nowSeconds, nowSeconds + AHEAD_SECONDS]) {
    assert.deepEqual(await sent(iat), { cvv: '123' });
  }
  for (const iat of [nowSeconds - MAX_AGE_SECONDS - 1, nowSeconds + AHEAD_SECONDS + 1]) {
    assert.equal((await refusalOf(sent(iat))).message, UNREADABLE_FIELD);
  }
  clock.advance(1);
  assert.equal((await refusalOf(sent(nowSeconds - MAX_AGE_SECONDS))).message, UNREADABLE_FIELD);
});

test('what is inside must have the form of its field', async () => {
  const { openFields, seal } = setUp();
  const wrong: [field: keyof CardFields, plain: string][] = [
    ['encExpDate', '2039'],
    ['encExpDate', '2039-12'],
    ['encExpDate', CARD_NUMBER],
    ['encCvv', '12'],
    ['encCvv', '12345'],
    ['encCvv', '12a'],
    ['encCvv', '123\n'],
    ['encCvv', '{"cvv":"123"}'],
    ['encInstrumentNo', '\u0000'],
  ];
  for (const [field, plain] of wrong) {
    const refusal = await refusalOf(openFields({ [field]: seal(plain) }));
    assert.deepEqual(refusal, { field: `instrument.${field}`, message: UNREADABLE_FIELD }, plain);
  }
});

describe('an encrypted field is refused when it', () => {
  const { openFields, counts, nowSeconds } = setUp();
  const target = { key: recipient(current), endedKey: recipient(ended), nowSeconds };
  const attacks = attacksOn(target);
  assert.ok(attacks.length > 100, `${attacks.length} attacks`);
  assert.equal(new Set(attacks.map(({ why }) => why)).size, attacks.length);
  for (const { why, jwe, needsKey } of attacks) {
    test(why, async () => {
      counts.decryptions = 0;
      counts.searches = 0;
      const refusal = await refusalOf(openFields({ encInstrumentNo: jwe }));
      const field = 'instrument.encInstrumentNo';
      assert.deepEqual(refusal, { field, message: UNREADABLE_FIELD });
      assert.equal(counts.decryptions, needsKey ? 1 : 0);
      assert.ok(counts.searches <= 1);
    });
  }
});

test('a changed character anywhere is refused, with at most one decryption', async () => {
  const { openFields, counts, seal } = setUp();
  const good = seal(CARD_NUMBER);
  const bytes = seededRandom(2026);
  const pick = (below: number) => Buffer.from(bytes(4)).readUInt32BE() % below;
  const alphabet = 'ABCabc019-_.=+/ {}"\\\u0000é';
  for (let round = 0; round < 1500; round += 1) {
    const at = pick(good.length);
    const character = alphabet[pick(alphabet.length)] ?? '';
    const cut = pick(3);
    const changed = good.slice(0, at) + character.repeat(cut) + good.slice(at + 1 + pick(2));
    if (changed === good) continue;
    counts.decryptions = 0;
    const { message } = await refusalOf(openFields({ encInstrumentNo: changed }));
    assert.equal(message, UNREADABLE_FIELD, changed);
    assert.ok(counts.decryptions <= 1, changed);
  }
});

test('the first wrong field ends the work', async () => {
  const { openFields, counts, seal } = setUp();
  const sent = { encInstrumentNo: 'x', encExpDate: seal('203912'), encCvv: seal('123') };
  assert.equal((await refusalOf(openFields(sent))).field, 'instrument.encInstrumentNo');
  assert.equal(counts.decryptions, 0);
});

test('a failure of the key store is not a wrong field', async () => {
  const { clock, seal } = setUp();
  const keys = { find: () => Promise.reject(new Error('database unavailable')) };
  const settings = { encryptedFieldSeconds: MAX_AGE_SECONDS };
  const openFields = createOpenFields({ keys, clock, settings });
  await assert.rejects(openFields({ encCvv: seal('123') }), /database unavailable/);
});
