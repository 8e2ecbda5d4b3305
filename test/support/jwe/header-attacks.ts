// Attacks on the header of a compact JWE: other algorithms, extensions, duplicate and unknown
// members, wrong types, and times outside of the allowed range.
import { deflateRawSync } from 'node:zlib';
import {
  AHEAD_SECONDS,
  CARD_NUMBER,
  MAX_AGE_SECONDS,
  type Attack,
  type AttackTarget,
} from './attack.ts';
import { base64url, buildJwe, type JwePlan } from './build-jwe.ts';

export function headerAttacks(target: AttackTarget): Attack[] {
  const { key, nowSeconds: iat } = target;
  const build = (plan: JwePlan) =>
    buildJwe(key, CARD_NUMBER, { ...plan, header: { iat, ...plan.header } });
  const members: [why: string, header: Record<string, unknown>][] = [
    ...algorithms,
    ...extensions,
    ...times(iat),
  ];
  return [
    ...members.map(([why, header]) => ({ why, jwe: build({ header }) })),
    ...texts.map(([why, write]) => ({ why, jwe: build({ write }) })),
    { why: 'is compressed', jwe: compressed(target) },
  ];
}

const algorithms: [why: string, header: Record<string, unknown>][] = [
  ['has alg none', { alg: 'none' }],
  ['has alg dir', { alg: 'dir' }],
  ['has alg dir without an ephemeral key', { alg: 'dir', epk: undefined }],
  ['has alg RSA1_5', { alg: 'RSA1_5' }],
  ['has alg RSA-OAEP', { alg: 'RSA-OAEP' }],
  ['has alg RSA-OAEP-256', { alg: 'RSA-OAEP-256' }],
  ['has alg A256KW', { alg: 'A256KW' }],
  ['has alg ECDH-ES+A256KW', { alg: 'ECDH-ES+A256KW' }],
  ['has alg PBES2 with many rounds', { alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31, p2s: 'AAAA' }],
  ['has alg in lower case', { alg: 'ecdh-es' }],
  ['has a list as alg', { alg: ['ECDH-ES'] }],
  ['has no alg', { alg: undefined }],
  ['has alg null', { alg: null }],
  ['has enc A128GCM', { enc: 'A128GCM' }],
  ['has enc A192GCM', { enc: 'A192GCM' }],
  ['has enc A128CBC-HS256', { enc: 'A128CBC-HS256' }],
  ['has enc A256CBC-HS512', { enc: 'A256CBC-HS512' }],
  ['has enc in lower case', { enc: 'a256gcm' }],
  ['has enc none', { enc: 'none' }],
  ['has no enc', { enc: undefined }],
];

const extensions: [why: string, header: Record<string, unknown>][] = [
  ['has zip', { zip: 'DEF' }],
  ['has zip null', { zip: null }],
  ['has crit', { crit: ['exp'], exp: 1 }],
  ['has an empty crit', { crit: [] }],
  ['has crit null', { crit: null }],
  ['has crit for a member it has', { crit: ['iat'] }],
  ['has b64', { b64: false }],
  ['has jku', { jku: 'https://evil.example/keys' }],
  ['has jwk', { jwk: { kty: 'oct', k: 'AA' } }],
  ['has x5u', { x5u: 'https://evil.example/cert' }],
  ['has x5c', { x5c: ['AA'] }],
  ['has typ', { typ: 'JWT' }],
  ['has cty', { cty: 'JWT' }],
  ['has p2c', { p2c: 1_000_000 }],
  ['has an unknown member', { field: 'cvv' }],
  ['has a member in upper case', { IAT: 1 }],
  ['has apu of 65 bytes', { apu: base64url(Buffer.alloc(65)) }],
  ['has apv of 65 bytes', { apv: base64url(Buffer.alloc(65)) }],
  ['has a padded apu', { apu: 'QQ==' }],
  ['has apu with leftover bits', { apu: 'QR' }],
  ['has a number as apv', { apv: 5 }],
  ['has a deeply nested apu', { apu: nested(40) }],
  ['has a very deeply nested apv', { apv: nested(150) }],
];

function nested(depth: number): unknown {
  let value: unknown = 'QQ';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function times(now: number): [why: string, header: Record<string, unknown>][] {
  return [
    ['has no iat', { iat: undefined }],
    ['has iat null', { iat: null }],
    ['has iat as text', { iat: String(now) }],
    ['has iat in milliseconds', { iat: now * 1000 }],
    ['has a fraction in iat', { iat: now - 0.5 }],
    ['has a negative iat', { iat: -1 }],
    ['has iat zero', { iat: 0 }],
    ['has a huge iat', { iat: Number.MAX_SAFE_INTEGER }],
    ['has iat as a list', { iat: [now] }],
    ['is a second too old', { iat: now - MAX_AGE_SECONDS - 1 }],
    ['is a second too far in the future', { iat: now + AHEAD_SECONDS + 1 }],
    ['is a year old', { iat: now - 365 * 86_400 }],
  ];
}

const texts: [why: string, write: (header: object) => string | Buffer][] = [
  ['has alg twice', (header) => `{"alg":"none",${JSON.stringify(header).slice(1)}`],
  ['has kid twice', (header) => `{"kid":"other",${JSON.stringify(header).slice(1)}`],
  ['has iat twice', (header) => `{"iat":1,${JSON.stringify(header).slice(1)}`],
  ['has enc twice, once escaped', (header) => `{"\\u0065nc":1,${JSON.stringify(header).slice(1)}`],
  ['has epk twice, once null', (header) => `{"epk":null,${JSON.stringify(header).slice(1)}`],
  ['has x twice in its epk', (header) => JSON.stringify(header).replace('"x":', '"x":"AA","x":')],
  ['has __proto__', (header) => `{"__proto__":{},${JSON.stringify(header).slice(1)}`],
  ['has an exponent in iat', (header) => JSON.stringify(header).replace(/("iat":\d+)/, '$1e0')],
  [
    'has iat with a zero fraction',
    (header) => JSON.stringify(header).replace(/("iat":\d+)/, '$1.0'),
  ],
  ['has a list as header', (header) => JSON.stringify([header])],
  ['has a text as header', (header) => JSON.stringify(JSON.stringify(header))],
  ['has a number as header', () => '5'],
  ['has null as header', () => 'null'],
  ['has an empty header', () => ''],
  ['has an empty object as header', () => '{}'],
  ['has a header that is not JSON', () => 'alg=ECDH-ES'],
  ['has a header that ends early', (header) => JSON.stringify(header).slice(0, -1)],
  ['has a header with something after it', (header) => `${JSON.stringify(header)}{}`],
  ['has a header with a comment', (header) => `/**/${JSON.stringify(header)}`],
  ['has a header with a byte order mark', (header) => `\ufeff${JSON.stringify(header)}`],
  [
    'has a header that is not UTF-8',
    (header) => Buffer.concat([Buffer.from(JSON.stringify(header)), Buffer.of(0xff)]),
  ],
  ['has a header in UTF-16', (header) => Buffer.from(JSON.stringify(header), 'utf16le')],
];

/** What a reader that supports zip would accept. */
function compressed({ key, nowSeconds: iat }: AttackTarget): string {
  return buildJwe(key, deflateRawSync(CARD_NUMBER), { header: { iat, zip: 'DEF' } });
}
