// Attacks on the keys of a compact JWE: unknown and ended recipients, ephemeral keys that are not
// points on the curve, and points of small order on another curve.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { CARD_NUMBER, type Attack, type AttackTarget } from './attack.ts';
import {
  agreeWith,
  base64url,
  buildJwe,
  withLeftover,
  type JwePlan,
  type RecipientJwk,
} from './build-jwe.ts';

export function keyAttacks(target: AttackTarget): Attack[] {
  return [
    ...recipientRows(target),
    ...ephemeralRows(target).map(([why, jwk, secret]) => {
      const ephemeral = { jwk, secret: secret ?? Buffer.alloc(32) };
      return { why, jwe: build(target, target.key, { ephemeral }) };
    }),
    ...pointRows(target).map(([why, jwk, secret = Buffer.alloc(32)]): Attack => {
      const ephemeral = { jwk, secret };
      return { why, jwe: build(target, target.key, { ephemeral }), needsKey: true };
    }),
    missing(target),
  ];
}

function build({ nowSeconds: iat }: AttackTarget, key: RecipientJwk, plan: JwePlan = {}): string {
  return buildJwe(key, CARD_NUMBER, { ...plan, header: { iat, ...plan.header } });
}

function recipientRows(target: AttackTarget): Attack[] {
  const { key, endedKey } = target;
  const named = (kid: unknown) => build(target, key, { header: { kid } });
  const stranger = strangerKey();
  return [
    { why: 'has no kid', jwe: named(undefined) },
    { why: 'has kid null', jwe: named(null) },
    { why: 'has an empty kid', jwe: named('') },
    { why: 'has a number as kid', jwe: named(1) },
    { why: 'has a list as kid', jwe: named([key.kid]) },
    { why: 'has an unknown kid', jwe: named(randomUUID()) },
    { why: 'has a kid that is no id', jwe: named('current') },
    { why: 'has a kid of 65 characters', jwe: named('k'.repeat(65)) },
    { why: 'has its kid in upper case', jwe: named(key.kid.toUpperCase()) },
    { why: 'has a kid with a space', jwe: named(`${key.kid} `) },
    { why: 'has a path as kid', jwe: named('../../etc/passwd') },
    { why: 'has SQL as kid', jwe: named("' or '1'='1") },
    { why: 'is for a key whose time is over', jwe: build(target, endedKey) },
    {
      why: 'is for a key of someone else',
      jwe: build(target, { ...stranger, kid: key.kid }),
      needsKey: true,
    },
    {
      why: 'is for the ended key, under the current kid',
      jwe: build(target, { ...endedKey, kid: key.kid }),
      needsKey: true,
    },
    {
      why: 'has the ephemeral key of another one',
      jwe: build(target, key, { header: { epk: agreeWith(key).jwk } }),
      needsKey: true,
    },
    {
      why: 'has the public key of the gateway as ephemeral key',
      jwe: build(target, key, { header: { epk: { kty: 'EC', crv: 'P-256', x: key.x, y: key.y } } }),
      needsKey: true,
    },
  ];
}

const zero = base64url(Buffer.alloc(32));

type EphemeralRow = [why: string, jwk: object, secret?: Buffer];

/** Where an honest secret exists, the JWE is right except for the form of its epk. */
function ephemeralRows({ key }: AttackTarget): EphemeralRow[] {
  const { jwk, secret } = agreeWith(key);
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({
    format: 'jwk',
  });
  const x25519 = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });
  return [
    ['has an empty object as epk', {}, secret],
    ['has a private key as epk', { ...jwk, d: zero }, secret],
    ['has an epk with another member', { ...jwk, ext: true }, secret],
    ['has an epk of another type', { ...jwk, kty: 'RSA' }, secret],
    ['has an epk of type oct', { kty: 'oct', k: zero }],
    ['has an epk without a type', { crv: jwk.crv, x: jwk.x, y: jwk.y }, secret],
    ['has an epk on curve secp256k1', { ...jwk, crv: 'secp256k1' }, secret],
    ['has an epk on curve P-384', p384],
    ['has an epk that only claims to be on P-256', { ...p384, crv: 'P-256' }],
    ['has an X25519 key as epk', x25519],
    ['has an epk without y', { kty: 'EC', crv: 'P-256', x: jwk.x }, secret],
    ['has a compressed point as epk', { ...jwk, y: '' }, secret],
    ['has an epk with a short x', { ...jwk, x: base64url(Buffer.alloc(31, 1)) }, secret],
    ['has an epk with a leading zero byte in x', { ...jwk, x: longer(jwk.x) }, secret],
    ['has an epk with a padded y', { ...jwk, y: `${jwk.y}=` }, secret],
    ['has an epk with leftover bits in y', { ...jwk, y: withLeftover(jwk.y) }, secret],
    ['has a number in epk', { ...jwk, x: 5 }, secret],
  ];
}

/** Keys in the right form whose point is not on the curve. */
function pointRows({ key }: AttackTarget): EphemeralRow[] {
  const { jwk } = agreeWith(key);
  const full = base64url(Buffer.alloc(32, 0xff));
  return [
    ['has the point at infinity as epk', { ...jwk, x: zero, y: zero }],
    ['has an epk with x zero', { ...jwk, x: zero }],
    ['has an epk with y zero', { ...jwk, y: zero }],
    ['has an epk with coordinates above the prime', { ...jwk, x: full, y: full }],
    ['has an epk that is not on the curve', { ...jwk, y: jwk.x }],
    ['has an epk with exchanged coordinates', { ...jwk, x: jwk.y, y: jwk.x }],
    // On the curve with another b through (1, 0), that point has order two: multiplied by an odd
    // private key it is itself, so the secret is 1; otherwise it is the point at infinity.
    ['has a point of order two as epk (secret 1)', orderTwo(), scalar(1)],
    ['has a point of order two as epk (secret 0)', orderTwo(), scalar(0)],
  ];
}

function missing(target: AttackTarget): Attack {
  return { why: 'has no epk', jwe: build(target, target.key, { header: { epk: undefined } }) };
}

function orderTwo(): object {
  return { kty: 'EC', crv: 'P-256', x: base64url(scalar(1)), y: base64url(scalar(0)) };
}

function scalar(value: number): Buffer {
  return Buffer.alloc(32, 0).fill(value, 31);
}

function longer(coordinate: string): string {
  return base64url(Buffer.concat([Buffer.of(0), Buffer.from(coordinate, 'base64url')]));
}

function strangerKey(): { x: string; y: string } {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { x, y };
}
