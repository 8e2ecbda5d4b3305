// Planted bugs in strong authentication and in merchant-initiated payments.
import type { Mutant } from '../mutant.ts';

const results = { file: 'test/input/acs-status.test.ts' } as const;
const sdk = [{ file: 'test/input/acs-status-sdk.test.ts' }];
const journey = 'test/journeys/recurring.test.ts';
const series = [{ file: 'gateway/src/payments/features/series.test.ts' }];

export const threedsMutants: readonly Mutant[] = [
  {
    name: 'result-of-an-app-without-its-sdk',
    file: 'gateway/src/notifications/acs/handle-result.ts',
    search: "if (sdkTransID === undefined) return deviceChannel !== '01';",
    replace: 'if (sdkTransID === undefined) return true;',
    caughtBy: sdk,
  },
  {
    name: 'result-of-another-sdk',
    file: 'gateway/src/notifications/acs/handle-result.ts',
    search: "return device.kind === 'app' && device.transId.toLowerCase() === sdkTransID;",
    replace: "return device.kind === 'app';",
    caughtBy: sdk,
  },
  {
    name: 'result-of-another-directory-transaction',
    file: 'gateway/src/notifications/acs/handle-result.ts',
    search: '    rreq.dsTransID === of.dsTransId &&\n',
    replace: '',
    caughtBy: [results],
  },
  {
    name: 'any-key-opens-the-address-of-results',
    file: 'gateway/src/threeds/addresses.ts',
    search: 'timingSafeEqual(Buffer.from(key,',
    replace: "key !== '' || timingSafeEqual(Buffer.from(key,",
    caughtBy: [{ file: 'gateway/src/threeds/addresses.test.ts' }],
  },
  {
    name: 'indicator-claims-more-than-the-issuer',
    file: 'gateway/src/threeds/result.ts',
    search: 'claimed !== undefined && claimed <= (claims[expected] ?? 0);',
    replace: 'claimed !== undefined;',
    caughtBy: [{ file: 'gateway/src/threeds/result.test.ts' }],
  },
  {
    name: 'broken-off-challenge-counts-as-trouble',
    file: 'gateway/src/threeds/result.ts',
    search: "if (transStatus !== 'N' && transStatus !== 'U') return verdict;",
    replace: "if (transStatus !== 'N') return verdict;",
    caughtBy: [{ file: 'gateway/src/threeds/result.test.ts' }],
  },
  {
    name: 'policy-forgives-a-mandated-challenge',
    file: 'gateway/src/payments/decisions/authentication-steps.ts',
    search: 'return liabilityShift || challengeInd !== MANDATED;',
    replace: "return liabilityShift || challengeInd !== '';",
    caughtBy: [{ file: 'gateway/src/payments/decisions/authentication-steps.test.ts' }],
  },
];

export const seriesMutants: readonly Mutant[] = [
  {
    name: 'subsequent-payment-without-reference',
    file: 'gateway/src/payments/features/series.ts',
    search: "    throw invalid('options.refPaymentId'",
    replace: "    if (channel) return undefined;\n    throw invalid('options.refPaymentId'",
    caughtBy: [{ file: journey, name: 'a reference is required' }],
  },
  {
    name: 'subsequent-payment-without-permission',
    file: 'gateway/src/payments/features/series.ts',
    search: "if (!recurringAllowed) return refuse('RECURRING_NOT_ALLOWED');",
    replace: '',
    caughtBy: [{ file: journey, name: 'the operator allows it' }],
  },
  {
    name: 'subsequent-payment-after-its-agreement',
    file: 'gateway/src/payments/features/series.ts',
    search: 'if (!agreement || !isInForce(agreement, now)) {',
    replace: 'if (!agreement) {',
    caughtBy: [{ file: journey, name: 'cancelled, rejected or taken back' }],
  },
  {
    name: 'subsequent-payment-with-another-card',
    file: 'gateway/src/payments/model/agreement.ts',
    search:
      'return fingerprint !== null && Buffer.from(fingerprint).equals(agreement.cardFingerprint);',
    replace: 'return fingerprint !== null;',
    caughtBy: series,
  },
  {
    name: 'two-payments-in-one-cycle',
    file: 'gateway/src/payments/features/series.ts',
    search: 'agreement.version + (isExclusive ? 1 : 0)',
    replace: 'agreement.version',
    caughtBy: series,
  },
  {
    name: 'declined-payment-uses-up-the-cycle',
    file: 'gateway/src/payments/features/series.ts',
    search: 'return hasFailed ? (chargedAt ?? createdAt) : lastUsedAt;',
    replace: 'return lastUsedAt;',
    caughtBy: [
      { file: 'test/journeys/recurring-rules.test.ts', name: 'does not use up the cycle' },
    ],
  },
  {
    name: 'series-without-network-transaction-id',
    file: 'gateway/src/payments/features/series.ts',
    search: 'means: meansInSeries(means, use)',
    replace: 'means',
    caughtBy: [{ file: 'test/journeys/recurring-rules.test.ts', name: 'names the first one' }],
  },
  {
    name: 'token-of-another-merchant-pays',
    file: 'gateway/src/methods/card/stored-card.ts',
    search: 'token?.merchantId === merchantId && token.type === type',
    replace: 'token?.type === type',
    caughtBy: [{ file: 'test/journeys/network-tokens.test.ts', name: 'has one answer' }],
  },
  {
    name: 'token-discarded-while-the-payment-starts',
    file: 'gateway/src/payments/steps/start-payment.ts',
    search: '  started = relyOnToken(started, next.token);\n',
    replace: '',
    caughtBy: [{ file: 'test/races/stored-cards.test.ts', name: 'decided before the discard' }],
  },
  {
    name: 'token-discarded-at-the-end-of-a-challenge',
    file: 'gateway/src/payments/processing/run-authentication.ts',
    search: 'relyOnToken(decision, held?.token)',
    replace: 'decision',
    caughtBy: [{ file: 'test/races/stored-cards.test.ts', name: 'the same after a challenge' }],
  },
  {
    name: 'network-token-without-cryptogram',
    file: 'gateway/src/methods/card/network-token.ts',
    search: "return { kind: 'declined', rejectCode: rejectCodeOf(answer), reference: null };",
    replace: 'return rejectCodeOf(answer) ? means : means;',
    caughtBy: [{ file: 'gateway/src/methods/card/network-token.test.ts' }],
  },
];
