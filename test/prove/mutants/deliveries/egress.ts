// Planted bugs in the signatures of notifications and in sending them.
import type { Mutant } from '../../mutant.ts';

const egress = 'gateway/src/events/egress';
const signatures = [{ file: 'gateway/src/events/message/sign.test.ts' }];
const sending = [{ file: `${egress}/egress.test.ts` }];
const failures = [{ file: `${egress}/egress-failures.test.ts` }];
const rebinding = [{ file: `${egress}/rebinding.test.ts` }];
const corpus = [{ file: 'test/input/receiver-urls.test.ts' }];
const addresses = [{ file: `${egress}/public-address.test.ts` }];
const texts = [{ file: `${egress}/answer-text.test.ts` }];
const environment = [{ file: 'test/faults/egress-environment.test.ts' }];

export const signatureMutants: readonly Mutant[] = [
  {
    name: 'signed-values-are-separated',
    file: 'gateway/src/events/message/sign.ts',
    search: ".join('')",
    replace: ".join(',')",
    caughtBy: signatures,
  },
  {
    name: 'signature-of-the-bytes',
    file: 'gateway/src/events/message/sign.ts',
    search: 'const text = signedText(body);',
    replace: 'const text = body;',
    caughtBy: signatures,
  },
  {
    name: 'webhook-time-in-milliseconds',
    file: 'gateway/src/events/message/sign.ts',
    search: 'String(Math.floor(at / 1000))',
    replace: 'String(at)',
    caughtBy: signatures,
  },
  {
    name: 'roll-signs-with-one-secret',
    file: 'gateway/src/events/message/sign.ts',
    search: "headers['signature-previous'] = hmac(previous, text, 'hex');",
    replace: "headers['signature-previous'] = hmac(newest, text, 'hex');",
    caughtBy: signatures,
  },
  {
    name: 'standard-signature-without-the-old-secret',
    file: 'gateway/src/events/message/sign.ts',
    search: "headers['webhook-signature'] += ` v1,${hmac(previous, stamped, 'base64')}`;",
    replace: '',
    caughtBy: signatures,
  },
];

export const egressMutants: readonly Mutant[] = [
  {
    name: 'one-public-address-is-enough',
    file: `${egress}/connector.ts`,
    search: '!addresses.every(isPublicAddress)',
    replace: '!addresses.some(isPublicAddress)',
    caughtBy: rebinding,
  },
  {
    name: 'resolved-addresses-are-not-checked',
    file: `${egress}/connector.ts`,
    search: 'if (!options.allowsPrivate && !addresses.every(isPublicAddress)) {',
    replace: 'if (!options.allowsPrivate && addresses.length === 0) {',
    caughtBy: corpus,
  },
  {
    name: 'connected-address-is-not-checked',
    file: `${egress}/connector.ts`,
    search: "if (!allowsPrivate && !isPublicAddress(socket.remoteAddress ?? '')) {",
    replace: "if (!allowsPrivate && socket.remoteAddress === '') {",
    caughtBy: rebinding,
  },
  {
    name: 'written-addresses-are-not-checked',
    file: `${egress}/target.ts`,
    search: 'if (isIP(host) !== 0) return isPublicAddress(host);',
    replace: 'if (isIP(host) !== 0) return true;',
    caughtBy: corpus,
  },
  {
    name: 'mapped-addresses-are-public',
    file: `${egress}/public-address.ts`,
    search: "ranges('ipv6', ['2000::/3'])",
    replace: "ranges('ipv6', ['2000::/3', '::ffff:0:0/96'])",
    caughtBy: addresses,
  },
  {
    name: 'shared-addresses-are-public',
    file: `${egress}/public-address.ts`,
    search: "  '100.64.0.0/10',\n",
    replace: '',
    caughtBy: addresses,
  },
  {
    name: 'system-ports-in-production',
    file: `${egress}/target.ts`,
    search: 'port < FIRST_USER_PORT',
    replace: 'port < 80',
    caughtBy: corpus,
  },
  {
    name: 'certificates-are-not-checked',
    file: `${egress}/connector.ts`,
    search: 'rejectUnauthorized: true,',
    replace: 'rejectUnauthorized: false,',
    caughtBy: failures,
  },
  {
    name: 'environment-switches-the-certificate-check-off',
    file: `${egress}/connector.ts`,
    search: '    rejectUnauthorized: true,\n',
    replace: '',
    caughtBy: environment,
  },
  {
    name: 'old-tls-is-accepted',
    file: `${egress}/connector.ts`,
    search: "minVersion: 'TLSv1.2',",
    replace: "minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0',",
    caughtBy: failures,
  },
  {
    name: 'late-connection-sends',
    file: `${egress}/connections.ts`,
    search: 'if (exchange.isEnded) this.#onFree(connection, IDLE_MS);',
    replace: 'if (this.#count < 0) this.#onFree(connection, IDLE_MS);',
    caughtBy: failures,
  },
  {
    name: 'endless-body-is-read',
    file: `${egress}/exchange.ts`,
    search: 'const isLong = this.#reader.bytes > MAX_BODY_BYTES;',
    replace: 'const isLong = this.#reader.bytes < 0;',
    caughtBy: sending,
  },
  {
    name: 'unfinished-answer-keeps-its-connection',
    file: `${egress}/exchange.ts`,
    search: '    this.destroy?.();\n',
    replace: '',
    caughtBy: sending,
  },
  {
    name: 'broken-body-hides-the-status',
    file: `${egress}/exchange.ts`,
    search: 'if (this.#isEnded) return;\n    if (this.#reader.head) this.#endWithStatus();',
    replace: 'if (this.#isEnded) return;\n    if (this.#isEnded) this.#endWithStatus();',
    caughtBy: sending,
  },
  {
    name: 'informational-answers-without-end',
    file: `${egress}/answer-reader.ts`,
    search: 'if (this.#informational > MAX_INFORMATIONAL)',
    replace: 'if (this.#informational < 0)',
    caughtBy: failures,
  },
  {
    name: 'forged-answer-on-an-idle-connection',
    file: `${egress}/connections.ts`,
    search: 'if (!exchange) return this.destroy();',
    replace: 'if (!exchange) return;',
    caughtBy: sending,
  },
  {
    name: 'bytes-behind-an-answer-are-ignored',
    file: `${egress}/answer-reader.ts`,
    search: "if (state === 'spoiled' && this.head) this.head.isKept = false;",
    replace: '',
    caughtBy: [{ file: `${egress}/answer-reader.test.ts` }, ...sending],
  },
  {
    name: 'two-lengths-of-an-answer',
    file: `${egress}/answer-reader.ts`,
    search: 'if (length === null || (head.length ?? length) !== length) {',
    replace: 'if (length === null) {',
    caughtBy: [{ file: `${egress}/answer-reader.test.ts` }],
  },
  {
    name: 'headers-can-be-injected',
    file: `${egress}/egress.ts`,
    search: 'if (NOT_A_VALUE.test(value)) return null;',
    replace: '',
    caughtBy: sending,
  },
  {
    name: 'answers-may-be-compressed',
    file: `${egress}/egress.ts`,
    search: 'accept-encoding: identity\\r\\n',
    replace: '',
    caughtBy: sending,
  },
  {
    name: 'kept-answer-has-control-characters',
    file: `${egress}/answer-text.ts`,
    search: ".replace(HARMFUL, '\\u{fffd}')",
    replace: '',
    caughtBy: texts,
  },
];
