// Attacks on the algorithms and keys of a checkout, and random input: nothing is opened, nothing is
// thrown, and all answers are the same.

import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { CompactEncrypt } from 'jose';
import { seed, seededChance } from '@bramka/test/support/chance.ts';
import {
  bodyFields,
  cardPayload,
  compactJws,
  DPA_ID,
  encryptPayload,
  issueCheckout,
  ISSUED_AT,
  jwkOf,
  recipients,
  signedJws,
  signers,
  signingKeys,
  tokenPayload,
  walletKeys,
  type CheckoutParts,
} from '@bramka/test/support/wallets/c2p/issuer.ts';
import { openCheckout, type CheckoutRecipient } from './open-checkout.ts';

const recipient: CheckoutRecipient = {
  signingKeys,
  keys: walletKeys,
  dpaId: DPA_ID,
  at: ISSUED_AT + 1000,
};
const stranger = {
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const refusedKind = { kind: 'refused' };
const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));

async function assertRefused(text: string, given: Partial<CheckoutRecipient> = {}) {
  assert.deepEqual(await openCheckout(text, { ...recipient, ...given }), refusedKind);
}

const fullBody = async (parts: CheckoutParts = {}) => ({
  ...bodyFields(),
  encryptedPayload: await encryptPayload(parts),
});

test('the checkouts that are attacked are valid', async () => {
  const byHand = signedJws({ alg: 'ES256', kid: 'key-ES256', typ: 'JOSE' }, await fullBody());
  for (const text of [await issueCheckout(), byHand]) {
    assert.equal((await openCheckout(text, recipient)).kind, 'opened');
  }
});

describe('a signature is refused', () => {
  const kid = 'key-RS256';
  for (const alg of ['none', 'None', 'NONE', '', 'HS256', 'RS512', 'ES384', 'EdDSA', 'toString']) {
    test(`with the algorithm ${alg || 'left empty'}`, async () => {
      const body = await fullBody();
      await assertRefused(compactJws({ alg, kid }, body));
      await assertRefused(compactJws({ alg, kid }, body, 'AAAA'));
    });
  }

  for (const alg of ['HS256', 'HS384', 'HS512']) {
    test(`with ${alg} and the public key as its secret`, async () => {
      const { publicKey } = signers.RS256;
      const secrets = [
        publicKey.export({ format: 'pem', type: 'spki' }),
        publicKey.export({ format: 'der', type: 'spki' }),
        JSON.stringify(signingKeys[0]),
      ];
      for (const secret of secrets) {
        const unsigned = compactJws({ alg, kid }, await fullBody()).slice(0, -1);
        const mac = createHmac(`sha${alg.slice(2)}`, secret)
          .update(unsigned)
          .digest('base64url');
        await assertRefused(`${unsigned}.${mac}`);
      }
    });
  }

  const headers: [what: string, header: object][] = [
    ['a key in the header', { jwk: stranger.ec.publicKey.export({ format: 'jwk' }) }],
    ['the address of keys', { jku: 'https://keys.example/jwks.json' }],
    ['the address of a certificate', { x5u: 'https://keys.example/cert.pem' }],
    ['a certificate', { x5c: ['AAAA'] }],
    ['a null in place of a refused member', { jku: null }],
    ['no kid', { kid: undefined }],
    ['a kid that is a number', { kid: 5 }],
    ['an unknown kid', { kid: 'another' }],
    ['the kid of another key', { kid: 'key-RS256' }],
    ['a kid with a path', { kid: '../key-ES256' }],
  ];
  for (const [what, header] of headers) {
    test(`with ${what}`, async () => assertRefused(await issueCheckout({ header })));
  }

  for (const extension of [
    { crit: ['b64'], b64: true },
    { crit: [] },
    { crit: null },
    { b64: true },
  ]) {
    test(`with the extension ${JSON.stringify(extension)}`, async () => {
      const header = { alg: 'ES256', kid: 'key-ES256', ...extension };
      await assertRefused(signedJws(header, await fullBody()));
    });
  }

  test('of a key that is not trusted, under a trusted kid', async () => {
    await assertRefused(await issueCheckout({ signWith: stranger.ec.privateKey }));
    const rsa = { signer: 'RS256', signWith: stranger.rsa.privateKey } as const;
    await assertRefused(await issueCheckout(rsa));
  });

  test('of a trusted key under an unknown kid', async () => {
    await assertRefused(await issueCheckout({ signer: 'RS256', header: { kid: 'unknown' } }));
  });

  test('when no key is trusted, and when trusted keys are unusable', async () => {
    const text = await issueCheckout();
    await assertRefused(text, { signingKeys: [] });
    const unusable = [
      { kid: 'key-ES256' },
      { kid: 'key-ES256', kty: 'EC', crv: 'P-256' },
      { kid: 'key-ES256', kty: 'oct', k: 'AAAA' },
      { ...jwkOf('key-ES256', signers.ES256.publicKey), use: 'enc' },
      { ...jwkOf('key-ES256', signers.ES256.publicKey), alg: 'ES384' },
      { ...jwkOf('key-ES256', signers.ES256.publicKey), x: 'AAAA' },
      jwkOf('key-ES256', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
      jwkOf('key-ES256', signers.RS256.publicKey),
    ];
    for (const key of unusable) await assertRefused(text, { signingKeys: [key] });
  });

  test('with padding, with spaces, in another form', async () => {
    const text = await issueCheckout();
    const [header = '', body = '', signature = ''] = text.split('.');
    const flattened = JSON.stringify({ protected: header, payload: body, signature });
    const changed = [`${text}=`, ` ${text}`, `${text}\n`, `${text}.`, `${text}.${text}`, flattened];
    for (const other of [...changed, '', '.', '..', '...', `${header}..${signature}`]) {
      await assertRefused(other);
    }
  });
});

describe('an encrypted part is refused', () => {
  const checkout = (encryptedPayload: unknown) => issueCheckout({ encryptedPayload });
  const encrypted = (header: object, key: Parameters<CompactEncrypt['encrypt']>[0]) =>
    new CompactEncrypt(bytes(cardPayload))
      .setProtectedHeader(header as { alg: string; enc: string })
      .encrypt(key);
  const rsa = recipients.rsa.publicKey;

  const algorithms: [header: object, key: Parameters<CompactEncrypt['encrypt']>[0]][] = [
    [{ alg: 'RSA-OAEP', enc: 'A256GCM', kid: 'rsa' }, rsa],
    [{ alg: 'RSA-OAEP-512', enc: 'A256GCM', kid: 'rsa' }, rsa],
    [{ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: 'ec' }, recipients.ec.publicKey],
    [{ alg: 'dir', enc: 'A256GCM', kid: 'rsa' }, new Uint8Array(32)],
    [{ alg: 'A256KW', enc: 'A256GCM', kid: 'rsa' }, new Uint8Array(32)],
    [{ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', kid: 'rsa' }, new Uint8Array(32)],
    [{ alg: 'RSA-OAEP-256', enc: 'A192GCM', kid: 'rsa' }, rsa],
    [{ alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512', kid: 'rsa' }, rsa],
  ];
  for (const [header, key] of algorithms) {
    test(`with ${Object.values(header).slice(0, 2).join(' and ')}`, async () => {
      await assertRefused(await checkout(await encrypted(header, key)));
    });
  }

  test('with compression', async () => {
    const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'rsa', zip: 'DEF' };
    await assertRefused(await checkout(await encrypted(header, rsa)));
  });

  test('to another key, or under the name of another key', async () => {
    await assertRefused(await issueCheckout({ encryptTo: stranger.rsa.publicKey }));
    const ec = { recipient: 'ec', encryptTo: stranger.ec.publicKey } as const;
    await assertRefused(await issueCheckout(ec));
    await assertRefused(await issueCheckout({ jweHeader: { kid: 'ec' } }));
    await assertRefused(await issueCheckout({ jweHeader: { kid: 'unknown' } }));
    await assertRefused(await issueCheckout({ jweHeader: { kid: 5 } }));
    await assertRefused(await issueCheckout(), { keys: [] });
  });

  test('when the right key is not among the newest three and none is named', async () => {
    const [rsaKey, ...rest] = walletKeys;
    const older = [stranger.rsa, stranger.rsa, stranger.rsa].map(({ privateKey }, index) => ({
      ...rest[0],
      credentialId: `newer-${index}`,
      privateKey,
    }));
    const keys = [...older, rsaKey] as CheckoutRecipient['keys'];
    await assertRefused(await issueCheckout({ jweHeader: { kid: undefined } }), { keys });
  });

  test('with any of its five parts changed', async () => {
    for (const to of ['rsa', 'ec'] as const) {
      const parts = (await encryptPayload({ recipient: to, enc: 'A128CBC-HS256' })).split('.');
      for (const [index, part] of parts.entries()) {
        for (const value of [flipped(part), '', part.slice(4), `${part}AAAA`]) {
          if (value !== part)
            await assertRefused(await checkout(parts.with(index, value).join('.')));
        }
      }
    }
  });

  test('with a public key that is not on the curve', async () => {
    const epk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
    const [, ...rest] = (await encryptPayload({ recipient: 'ec' })).split('.');
    const header = { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'ec', epk };
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    await assertRefused(await checkout([encoded, ...rest].join('.')));
  });
});

function flipped(part: string): string {
  const buffer = Buffer.from(part, 'base64url');
  if (buffer.length > 0) buffer[buffer.length - 1] = (buffer.at(-1) ?? 0) ^ 1;
  return buffer.toString('base64url');
}

describe('random input', () => {
  const chance = seededChance(seed);
  const alphabet = 'AZaz09-_.={}":,\\ \u0000é';
  const odd = [null, true, 0, -1, 1.5, '', 'x', [], {}, [[]], '4111111111111111', 'A'.repeat(500)];

  function changed(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || chance.below(4) === 0)
      return chance.pick(odd);
    const entries = Object.entries(value);
    const at = chance.below(entries.length);
    return Object.fromEntries(
      entries.map(([name, one], i) => [name, i === at ? changed(one) : one]),
    );
  }

  test('text never throws and is never opened', async () => {
    const valid = await issueCheckout({ recipient: 'ec' });
    for (let round = 0; round < 400; round += 1) {
      const [from, to] = [chance.below(valid.length), chance.below(40)];
      const noise = Array.from({ length: 1 + chance.below(30) }, () => chance.pick([...alphabet]));
      const text = valid.slice(0, from) + noise.join('') + valid.slice(from + to);
      if (text !== valid) await assertRefused(text);
    }
  });

  test('content that is signed and encrypted never throws', async () => {
    for (let round = 0; round < 150; round += 1) {
      const base = chance.pick([cardPayload, tokenPayload]);
      const payload = changed(base) ?? {};
      const body = chance.below(2) === 0 ? {} : (changed(bodyFields()) as object);
      const text = await issueCheckout({ payload, body, recipient: 'ec', enc: 'A128GCM' });
      const { kind } = await openCheckout(text, recipient);
      assert.ok(['opened', 'expired', 'refused'].includes(kind));
    }
  });

  test('deeply nested and repetitive content is refused quickly', async () => {
    const deep = '['.repeat(4000);
    await assertRefused(compactJws({ alg: 'ES256', kid: 'key-ES256' }, deep, 'AAAA'));
    await assertRefused(await issueCheckout({ payload: `{"card":${deep}` }));
    await assertRefused('.'.repeat(16_384));
    await assertRefused('A'.repeat(16_385));
  });
});
