// Planted bugs in encrypted card fields: what is accepted as a JWE, how old it may be, and how long
// a key lives.
import type { Mutant } from '../mutant.ts';

const jwe = 'gateway/src/core/jose/ecdh-jwe.ts';
const compact = 'gateway/src/core/jose/compact-jwe.ts';
const fields = 'gateway/src/encryption/open-fields.ts';
const keys = 'gateway/src/encryption/encryption-keys.ts';
const store = 'gateway/src/encryption/encryption-keys.store.ts';
const attacked = (name: string) => [{ file: 'gateway/src/encryption/open-fields.test.ts', name }];
const rotated = (name: string) => [
  { file: 'gateway/src/encryption/encryption-keys.test.ts', name },
];

export const encryptionMutants: readonly Mutant[] = [
  {
    name: 'jwe-of-any-algorithm',
    file: jwe,
    search: 'if (alg !== ALGORITHM || enc !== ENCRYPTION) return undefined;',
    replace: 'if (enc !== ENCRYPTION) return undefined;',
    caughtBy: attacked('has alg none'),
  },
  {
    name: 'jwe-with-unknown-header-members',
    file: jwe,
    search: 'if (!hasOnly(sentHeader(jwe), headerNames)) return undefined;',
    replace: '',
    caughtBy: attacked('has crit'),
  },
  {
    name: 'jwe-header-with-null-members',
    file: jwe,
    search: 'hasOnly(sentHeader(jwe), headerNames)',
    replace: 'hasOnly(jwe.header, headerNames)',
    caughtBy: attacked('has zip null'),
  },
  {
    name: 'jwe-with-a-short-tag',
    file: jwe,
    search: ' || jwe.tag.length !== TAG_BYTES',
    replace: '',
    caughtBy: attacked('has a tag of 12 bytes'),
  },
  {
    name: 'ephemeral-key-of-any-form',
    file: jwe,
    search: 'if (!isPublicJwk(epk) || ',
    replace: "if (typeof epk !== 'object' || epk === null || ",
    caughtBy: attacked('has an epk with a padded y'),
  },
  {
    name: 'jwe-content-without-limit',
    file: jwe,
    search: 'length === 0 || length > CIPHERTEXT_BYTES_MAX',
    replace: 'length === 0',
    caughtBy: attacked('has a ciphertext of 65 bytes'),
  },
  {
    name: 'ephemeral-key-with-more-members',
    file: jwe,
    search: ' || !hasOnly(epk, keyNames)',
    replace: '',
    caughtBy: attacked('has an epk with another member'),
  },
  {
    name: 'jwe-with-an-encrypted-key',
    file: compact,
    search: "segments.length !== SEGMENTS || encryptedKey !== ''",
    replace: 'segments.length !== SEGMENTS',
    caughtBy: attacked('has an encrypted key'),
  },
  {
    name: 'base64url-with-leftover-bits',
    file: 'gateway/src/core/jose/base64.ts',
    search: 'bytes.toString(encoding) === text ? bytes : undefined',
    replace: '/^[\\w-]*$/.test(text) ? bytes : undefined',
    caughtBy: attacked('has leftover bits'),
  },
  {
    name: 'encrypted-field-a-second-too-old',
    file: fields,
    search: 'if (ageMs > settings.encryptedFieldSeconds * 1000',
    replace: 'if (ageMs > settings.encryptedFieldSeconds * 1000 + 1000',
    caughtBy: attacked('iat may be ten minutes'),
  },
  {
    name: 'encrypted-field-from-the-future',
    file: fields,
    search: ' || ageMs < -AHEAD_MS',
    replace: '',
    caughtBy: attacked('a second too far in the future'),
  },
  {
    name: 'plain-and-encrypted-field',
    file: fields,
    search: 'for (const name of names) refuseBoth(instrument, name);',
    replace: '',
    caughtBy: attacked('may be mixed, but not of one value'),
  },
  {
    name: 'encrypted-field-with-any-content',
    file: fields,
    search: ' || !contents[name].test(text)',
    replace: '',
    caughtBy: attacked('must have the form of its field'),
  },
  {
    name: 'fields-of-a-new-payment-stay-encrypted',
    file: 'gateway/src/payments/steps/begin-payment.ts',
    search: 'sent && (await deps.openFields(sent))',
    replace: 'sent',
    caughtBy: [{ file: 'test/journeys/encrypted-fields.test.ts', name: 'pay a payment' }],
  },
  {
    name: 'retired-key-lives-on',
    file: keys,
    search: 'return clock.now() > key.retiredAt + keepMs ? undefined : key;',
    replace: 'return key;',
    caughtBy: rotated('is valid for 24 hours exactly'),
  },
  {
    name: 'retired-key-keeps-its-private-part',
    file: store,
    search: 'where retired_at < $1 and sealed_private is not null returning key_id',
    replace: 'where retired_at < $1 and sealed_private is null returning key_id',
    caughtBy: rotated('is valid for 24 hours exactly'),
  },
  {
    name: 'key-is-never-replaced',
    file: keys,
    search: 'if (isOld) await replace(before);',
    replace: 'if (!before) await replace(before);',
    caughtBy: rotated('after 30 days'),
  },
  {
    name: 'private-part-not-bound-to-the-public-one',
    file: keys,
    search: '`1|encryption_keys|${keyId}|${x}|${y}|sealed_private`',
    replace: '`1|encryption_keys|${keyId}|${(x + y).slice(0, 0)}sealed_private`',
    caughtBy: rotated('private parts are sealed'),
  },
  {
    name: 'each-unknown-key-id-causes-a-query',
    file: keys,
    search: 'isUuid(keyId)) await joinNextLoad();',
    replace: 'isUuid(keyId)) await load();',
    caughtBy: rotated('unknown ids share a query'),
  },
];
