// Tests of access tokens on the embedded database: issuing, verifying, expiry, and a corpus of
// forged tokens, each of which gets 401.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  assertRefused,
  claims,
  decode,
  encode,
  material,
  tokenFixture,
} from '@bramka/test/support/tokens/token-fixture.ts';
import { open } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';

describe('access tokens', () => {
  const { node } = tokenFixture();

  test('identify the caller', async () => {
    const { jwts } = node();
    const caller = await jwts.verify(await jwts.issueMerchant(claims, 'anna@shop.example'));
    assert.deepEqual(caller, { kind: 'merchant', ...claims });
    const agent = {
      ...claims,
      agentId: '10000002',
      agentVersion: 7,
      channel: null,
      resource: 'PAYMENT',
    } as const;
    assert.deepEqual(await jwts.verify(await jwts.issueMerchant(agent)), {
      kind: 'merchant',
      ...agent,
    });
  });

  test('of a payment page identify the payment and the link', async () => {
    const { jwts, clock } = node();
    const client = {
      merchantId: '10000001',
      paymentId: 'p-1',
      generation: 2,
      merchantVersion: 5,
    };
    const jwt = await jwts.issueClient(client, clock.now() + 1000);
    assert.deepEqual(await jwts.verify(jwt), { kind: 'client', ...client });
  });

  test('carry the claims of the contract and no secret', async () => {
    const it = node();
    const { header, payload } = await material(it);
    const { keyId } = await it.keys.current();
    assert.deepEqual(decode(header), { alg: 'HS256', typ: 'JWT', kid: keyId });
    const { jti, ...rest } = decode(payload);
    assert.match(String(jti), /^[0-9a-f-]{36}$/);
    const iat = it.clock.now() / 1000;
    assert.deepEqual(rest, {
      typ: 'MERCHANT',
      env: 'sandbox',
      resource: 'UNIVERSAL',
      sid: 'secret-1',
      mv: 3,
      channel: 'WEBAPI',
      iss: 'bramka',
      aud: 'bramka-merchant-api',
      sub: '10000001',
      iat,
      exp: iat + 86_400,
    });
  });

  test('are valid for ten minutes, or a day when universal, to the second', async () => {
    for (const [resource, seconds] of [
      ['PAYMENT', 600],
      ['TOKENIZER', 600],
      ['UNIVERSAL', 86_400],
    ] as const) {
      for (const seenBefore of [true, false]) {
        const { jwts, clock } = node();
        const jwt = await jwts.issueMerchant({ ...claims, resource });
        if (seenBefore) await jwts.verify(jwt);
        clock.advance(seconds * 1000 - 1);
        if (seenBefore) await jwts.verify(jwt);
        clock.advance(1);
        await assertRefused(jwts.verify(jwt), 'TOKEN_EXPIRED', resource);
      }
    }
  });

  test('of the other environment are refused, even with our key', async () => {
    const clock = handClock();
    const jwt = await node(clock, 'production').jwts.issueMerchant(claims);
    await assertRefused(node(clock, 'sandbox').jwts.verify(jwt));
  });

  test('without a signature are refused', async () => {
    const it = node();
    const { header, payload, signature } = await material(it);
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null]) {
      const forged = encode({ ...decode(header), alg });
      for (const end of ['', signature]) {
        await assertRefused(
          it.jwts.verify(`${forged}.${payload}.${end}`),
          'TOKEN_INVALID',
          `${alg}`,
        );
      }
    }
    await assertRefused(it.jwts.verify(`${header}.${payload}.`));
    await assertRefused(it.jwts.verify(`${header}.${payload}`));
  });

  test('with another algorithm are refused, with the right key or not', async () => {
    const it = node();
    const { header, payload } = await material(it);
    const { key } = await it.keys.current();
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
      ['RS256', 'sha256'],
      ['ES256', 'sha256'],
      ['PS256', 'sha256'],
      ['EdDSA', 'sha256'],
    ] as const) {
      const text = `${encode({ ...decode(header), alg })}.${payload}`;
      const mac = createHmac(hash, open(key)).update(text).digest('base64url');
      await assertRefused(it.jwts.verify(`${text}.${mac}`), 'TOKEN_INVALID', alg);
    }
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${encode({ ...decode(header), alg: 'RS256' })}.${payload}`;
    const rsa = sign('sha256', Buffer.from(text), pair.privateKey).toString('base64url');
    await assertRefused(it.jwts.verify(`${text}.${rsa}`), 'TOKEN_INVALID', 'RS256, foreign key');
    const pem = pair.publicKey.export({ type: 'spki', format: 'pem' });
    const { forge } = await material(it);
    await assertRefused(it.jwts.verify(forge({}, {}, Buffer.from(pem))));
  });

  test('with their own key or an unknown critical header are refused', async () => {
    const it = node();
    const { forge } = await material(it);
    const own = Buffer.alloc(32, 1);
    const jwk = { kty: 'oct', k: own.toString('base64url') };
    const headers = [
      { jku: 'https://evil.example/keys' },
      { jwk },
      { x5u: 'https://evil.example/cert' },
      { kid: 'https://evil.example/key', jku: 'https://evil.example/keys' },
    ];
    for (const header of headers) {
      const name = Object.keys(header).join();
      await assertRefused(it.jwts.verify(forge(header, {}, own)), 'TOKEN_INVALID', name);
    }
    for (const header of [{ crit: ['exp'] }, { crit: ['b64'], b64: false }, { crit: [] }]) {
      const what = JSON.stringify(header);
      await assertRefused(it.jwts.verify(forge(header)), 'TOKEN_INVALID', what);
    }
  });

  test('with an unknown or malformed key id are refused', async () => {
    const it = node();
    const { forge } = await material(it);
    const odd = [
      '',
      'x',
      '../../etc/passwd',
      "' or 1=1 --",
      '__proto__',
      'constructor',
      7,
      null,
      [],
    ];
    for (const kid of [...odd, '0198c5d1-7b2a-7000-8000-000000000001', { a: 1 }]) {
      const what = `kid ${JSON.stringify(kid)}`;
      await assertRefused(it.jwts.verify(forge({ kid })), 'TOKEN_INVALID', what);
    }
  });

  test('in which anything was changed are refused', async () => {
    const it = node();
    const { jwt, header, payload, signature } = await material(it);
    const richer = encode({ ...decode(payload), sub: '10000002' });
    await assertRefused(it.jwts.verify(`${header}.${richer}.${signature}`));
    const other = await it.jwts.issueMerchant({ ...claims, merchantId: '10000002' });
    await assertRefused(it.jwts.verify(`${header}.${other.split('.')[1]}.${signature}`));
    for (let at = 0; at < jwt.length - 1; at += 7) {
      const letter = jwt[at] === 'A' ? 'B' : 'A';
      const changed = `${jwt.slice(0, at)}${letter}${jwt.slice(at + 1)}`;
      await assertRefused(it.jwts.verify(changed), 'TOKEN_INVALID', `letter ${at}`);
    }
  });

  test('correctly signed but with another issuer, audience, type or time are refused', async () => {
    const it = node();
    const { forge } = await material(it);
    const wrong: [header: object, payload: object][] = [
      [{}, { iss: 'elsewhere' }],
      [{}, { aud: 'another-api' }],
      [{}, { env: 'production' }],
      [{}, { env: undefined }],
      [{}, { typ: 'OPERATOR' }],
      [{}, { typ: undefined }],
      [{ typ: 'at+jwt' }, {}],
      [{ typ: undefined }, {}],
      [{}, { sub: undefined }],
      [{}, { exp: undefined }],
      [{}, { iat: undefined }],
      [{}, { jti: undefined }],
      [{}, { exp: 'tomorrow' }],
      [{}, { nbf: 9_999_999_999 }],
    ];
    for (const [header, payload] of wrong) {
      const what = JSON.stringify({ header, payload });
      await assertRefused(it.jwts.verify(forge(header, payload)), 'TOKEN_INVALID', what);
    }
    await it.jwts.verify(forge({}, {}));
  });

  test('with a part that is not exactly base64url are refused', async () => {
    const it = node();
    const { jwt, header, payload, signature } = await material(it);
    await it.jwts.verify(jwt);
    // The last letter of 32 bytes has two bits that mean nothing.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(signature.at(-1) ?? '');
    const leftover = `${signature.slice(0, -1)}${letters[last + 1]}`;
    const odd = [
      `${jwt}=`,
      `${header}=.${payload}.${signature}`,
      `${header}.${payload}=.${signature}`,
      `${header}.${payload}.${leftover}`,
      `${header}.${payload}.${signature.slice(0, 20)}+${signature.slice(21)}`,
      `${header}.${payload}.${signature.slice(0, 20)} ${signature.slice(20)}`,
    ];
    for (const text of odd) await assertRefused(it.jwts.verify(text), 'TOKEN_INVALID', text);
  });

  test('that are not tokens, or far too long, are refused', async () => {
    const it = node();
    const { forge, jwt } = await material(it);
    const odd = [
      '',
      '.',
      '..',
      '...',
      'a.b.c',
      'Bearer',
      jwt + '.',
      `${jwt}.x`,
      ` ${jwt}`,
      '🧾.🧾.🧾',
    ];
    for (const text of [...odd, `${encode('null')}.${encode('{}')}.`, `${encode('[1]')}..`]) {
      await assertRefused(it.jwts.verify(text), 'TOKEN_INVALID', JSON.stringify(text));
    }
    await assertRefused(it.jwts.verify(forge({}, { padding: 'x'.repeat(3000) })));
    await assertRefused(it.jwts.verify('x'.repeat(1_000_000)));
  });
});
