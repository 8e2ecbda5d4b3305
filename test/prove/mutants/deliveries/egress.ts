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
    search: 'if (!allowsPrivate && !addresses.every(isPublicAddress)) {',
    replace: 'if (!allowsPrivate && addresses.length === 0) {',
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
    file: `${egress}/exchange.ts`,
    search: "if (this.#isEnded) throw new Error('the time limit has passed');",
    replace: '',
    caughtBy: failures,
  },
  {
    name: 'connection-for-nobody',
    file: `${egress}/connector.ts`,
    search: 'if (!isNeeded()) {',
    replace: 'if (!isNeeded) {',
    caughtBy: failures,
  },
  {
    name: 'connections-without-a-limit',
    file: `${egress}/egress.ts`,
    search: '{ ...poolSettings, connections, connect }',
    replace: '{ ...poolSettings, connections: connections + 1000, connect }',
    caughtBy: failures,
  },
  {
    name: 'unused-pools-are-kept',
    file: `${egress}/egress.ts`,
    search: 'if (pool.stats.connected === 0 && pool.stats.size === 0)',
    replace: 'if (pool.stats.connected < 0)',
    caughtBy: sending,
  },
  {
    name: 'endless-body-is-read',
    file: `${egress}/egress.ts`,
    search: 'maxResponseSize: 64 * 1024,',
    replace: 'maxResponseSize: -1,',
    caughtBy: sending,
  },
  {
    name: 'endless-head-is-read',
    file: `${egress}/egress.ts`,
    search: 'maxHeaderSize: 16 * 1024,',
    replace: 'maxHeaderSize: 16 * 1024 * 1024,',
    caughtBy: [{ file: `${egress}/answers.test.ts` }],
  },
  {
    name: 'bytes-that-are-not-counted',
    file: `${egress}/connector.ts`,
    search: 'bytesRead - readBefore > MAX_ANSWER_BYTES',
    replace: 'bytesRead - readBefore < 0',
    caughtBy: failures,
  },
  {
    name: 'all-answers-of-a-connection-are-counted',
    file: `${egress}/connector.ts`,
    search: '[sent, readBefore] = [bytesWritten, bytesRead];',
    replace: 'sent = bytesWritten;',
    caughtBy: sending,
  },
  {
    name: 'unfinished-answer-keeps-its-connection',
    file: `${egress}/exchange.ts`,
    search: 'else this.onResponseEnd();\n    this.#cut();',
    replace: 'else this.onResponseEnd();',
    caughtBy: sending,
  },
  {
    name: 'broken-body-hides-the-status',
    file: `${egress}/exchange.ts`,
    search: 'if (this.#status === 0) this.fail(...failureOf(error));',
    replace: 'if (this.#status >= 0) this.fail(...failureOf(error));',
    caughtBy: sending,
  },
  {
    name: 'informational-answers-without-end',
    file: `${egress}/exchange.ts`,
    search: 'if (this.#informational > MAX_INFORMATIONAL) {',
    replace: 'if (this.#informational < 0) {',
    caughtBy: failures,
  },
  {
    name: 'answers-may-be-compressed',
    file: `${egress}/egress.ts`,
    search: "{ ...headers, 'accept-encoding': 'identity' }",
    replace: '{ ...headers }',
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
