// Planted bugs in Google Pay tokens and in the files that say whom to trust.
import type { Mutant } from '../../mutant.ts';

const google = 'gateway/src/wallets/google';
const trust = 'gateway/src/wallets/trust';
const opened = (name: string) => [{ file: `${google}/open-google-token.test.ts`, name }];
const tampered = (name: string) => [{ file: `${google}/tampered-token.test.ts`, name }];
const payload = (name: string) => [{ file: `${google}/read-payload.test.ts`, name }];
const parsed = (name: string) => [{ file: `${trust}/parse-trust.test.ts`, name }];
const reloaded = (name: string) => [{ file: `${trust}/trust-file.test.ts`, name }];

export const googlePayMutants: readonly Mutant[] = [
  {
    name: 'google-root-of-any-protocol',
    file: `${google}/verify-signatures.ts`,
    search: 'protocolVersion === PROTOCOL && (keyExpiration',
    replace: '(keyExpiration',
    caughtBy: opened('a root key counts only for its protocol'),
  },
  {
    name: 'google-root-at-its-expiration',
    file: `${google}/verify-signatures.ts`,
    search: 'keyExpiration > at',
    replace: 'keyExpiration >= at',
    caughtBy: opened('a root key is good until its expiration'),
  },
  {
    name: 'google-intermediate-key-at-its-expiration',
    file: `${google}/verify-signatures.ts`,
    search: 'intermediateKey.expiresAt > at',
    replace: 'intermediateKey.expiresAt >= at',
    caughtBy: opened('the intermediate key is good until its expiration'),
  },
  {
    name: 'google-intermediate-key-not-signed',
    file: `${google}/verify-signatures.ts`,
    search: 'isKeySigned && signer !== undefined',
    replace: 'signer !== undefined',
    caughtBy: opened('one of the signatures of the intermediate key'),
  },
  {
    name: 'google-message-not-signed',
    file: `${google}/verify-signatures.ts`,
    search: 'return isKeyGood && isMessageSigned;',
    replace: 'return isKeyGood;',
    caughtBy: opened('a token for another recipient'),
  },
  {
    name: 'google-tag-not-compared',
    file: `${google}/decrypt-message.ts`,
    search: 'timingSafeEqual(tag, sealed.tag) ? message : undefined',
    replace: 'timingSafeEqual(tag, sealed.tag) || true ? message : undefined',
    caughtBy: tampered('a changed bit of tag'),
  },
  {
    name: 'google-only-the-first-key-of-the-gateway',
    file: `${google}/decrypt-message.ts`,
    search: '.filter(isOnCurve)',
    replace: '.filter(isOnCurve)\n    .slice(0, 1)',
    caughtBy: opened('a replaced key still opens'),
  },
  {
    name: 'google-token-of-another-merchant',
    file: `${google}/open-google-token.ts`,
    search: '!isAuthentic || payload?.gatewayMerchantId !== opener.merchantId',
    replace: '!isAuthentic || !payload',
    caughtBy: opened('another merchant'),
  },
  {
    name: 'google-message-at-its-expiration',
    file: `${google}/open-google-token.ts`,
    search: 'expiresAt <= opener.at',
    replace: 'expiresAt < opener.at',
    caughtBy: opened('a message is good until'),
  },
  {
    name: 'google-unreadable-token-without-work',
    file: `${google}/open-google-token.ts`,
    search: 'const token = read ?? standIn;',
    replace: "if (!read) return { kind: 'refused' };\n  const token = read ?? standIn;",
    caughtBy: tampered('text that is no token'),
  },
  {
    name: 'google-decryption-only-after-signatures',
    file: `${google}/open-google-token.ts`,
    search: 'const message = decryptMessage',
    replace: 'const message = isSigned && decryptMessage',
    caughtBy: tampered('any changed bit of a signature'),
  },
  {
    name: 'google-token-with-additional-members',
    file: `${google}/read-token.ts`,
    search: 'Object.keys(members).length === names.length &&',
    replace: '',
    caughtBy: tampered('an additional or repeated member'),
  },
  {
    name: 'google-token-of-any-length',
    file: `${google}/read-token.ts`,
    search: 'const LENGTH_MAX = 16_384;',
    replace: 'const LENGTH_MAX = 16_388;',
    caughtBy: tampered('16384 characters'),
  },
  {
    name: 'google-key-in-a-second-encoding',
    file: `${google}/p256-point.ts`,
    search: 'bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED',
    replace: 'bytes.length !== POINT_BYTES',
    caughtBy: tampered('no point is refused: hybrid'),
  },
  {
    name: 'google-card-number-with-a-cryptogram',
    file: `${google}/read-payload.ts`,
    search: 'cryptogram !== undefined || eciIndicator !== undefined',
    replace: 'eciIndicator !== undefined',
    caughtBy: payload('a card number comes without a proof'),
  },
  {
    name: 'google-eci-of-one-digit',
    file: `${google}/read-payload.ts`,
    search: "?.padStart(2, '0')",
    replace: '',
    caughtBy: payload('an ECI has two digits'),
  },
  {
    name: 'simulated-trust-in-production',
    file: `${trust}/trust-file.ts`,
    search: 'isSandbox && context.isProduction',
    replace: 'isSandbox && !context.isProduction && context.now < 0',
    caughtBy: [...parsed('what is simulated'), ...reloaded('simulated roots are refused')],
  },
  {
    name: 'root-certificate-of-another-issuer',
    file: `${trust}/apple-roots.ts`,
    search: '!root.ca || subject !== issuer || !isSelfSigned(root)',
    replace: '!root.ca || !isSelfSigned(root)',
    caughtBy: parsed('root certificates: issued by another'),
  },
  {
    name: 'signing-key-file-with-a-private-key',
    file: `${trust}/signing-keys.ts`,
    search: "jwk['d'] !== undefined || jwk['k'] !== undefined",
    replace: "jwk['k'] !== undefined",
    caughtBy: parsed('signing keys: a private key'),
  },
  {
    name: 'bad-trust-file-reported-every-minute',
    file: 'gateway/src/settings/watched-file.ts',
    search: '      seen = stamp;\n      try {\n        content = await load(options);',
    replace: '      try {\n        content = await load(options);\n        seen = stamp;',
    caughtBy: reloaded('after a bad file'),
  },
  {
    name: 'trust-file-without-new-permissions',
    file: 'gateway/src/settings/watched-file.ts',
    search: '${mtimeMs} ${ctimeMs} ${size}',
    replace: '${mtimeMs} ${size}',
    caughtBy: reloaded('new permissions are a change'),
  },
];
