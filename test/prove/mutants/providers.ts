// Planted bugs in the guard around providers, in the choice of a provider and in adapters.
import type { Mutant } from '../mutant.ts';

const guard = [{ file: 'gateway/src/providers/guard/guard.test.ts' }];
const breaker = [{ file: 'gateway/src/http/guard/circuit-breaker.test.ts' }];
const messages = [{ file: 'gateway/src/notifications/handle-message.test.ts' }];
const choice = [{ file: 'gateway/src/providers/registry.test.ts' }];
const contract = [{ file: 'test/contracts/plain-provider.test.ts' }];
const networkTokens = [{ file: 'test/contracts/network-token-payments.test.ts' }];

export const providerMutants: readonly Mutant[] = [
  {
    name: 'one-call-more-than-the-limit',
    file: 'gateway/src/http/guard/gate.ts',
    search: 'settings.providerCalls - inProgress',
    replace: 'settings.providerCalls - inProgress + 1',
    caughtBy: guard,
  },
  {
    name: 'capture-that-was-not-sent-is-declined',
    file: 'gateway/src/providers/guard/guard.ts',
    search: 'gate.call(() => send(request), resultOf, notSent),',
    replace: 'gate.call(() => send(request), resultOf, notAuthorized),',
    caughtBy: guard,
  },
  {
    name: 'authorization-that-was-not-sent-is-unknown',
    file: 'gateway/src/providers/guard/guard.ts',
    search: "outcome.why === 'not-sent' ? notAuthorized : outcome",
    replace: "outcome.why === 'not-sent' ? notSent : outcome",
    caughtBy: guard,
  },
  {
    name: 'two-trial-calls-at-once',
    file: 'gateway/src/http/guard/circuit-breaker.ts',
    search: 'settings.pauseMs : settings.trialLimitMs',
    replace: 'settings.pauseMs : 0',
    caughtBy: breaker,
  },
  {
    name: 'late-time-outs-open-the-breaker-again',
    file: 'gateway/src/http/guard/circuit-breaker.ts',
    search: 'if (started === period) record(result);',
    replace: 'record(result);',
    caughtBy: breaker,
  },
  {
    name: 'declines-do-not-end-a-series-of-failures',
    file: 'gateway/src/http/guard/circuit-breaker.ts',
    search: "if (result === 'answered') failures = 0;",
    replace: '',
    caughtBy: breaker,
  },
  {
    name: 'named-provider-is-replaced',
    file: 'gateway/src/providers/registry.ts',
    search: 'wanted.filter((one) => capacity(one) > 0);',
    replace: '[...wanted, ...allowed].filter((one) => capacity(one) > 0);',
    caughtBy: choice,
  },
  {
    name: 'network-token-is-sent-as-a-card-number',
    file: 'gateway/src/providers/plain/plain.provider.ts',
    search: "...(means.numberType === 'PAN' ? {} : { numberType: means.numberType }),",
    replace: '',
    caughtBy: networkTokens,
  },
  {
    name: 'cryptogram-is-accepted-twice',
    file: 'sandbox/src/tokens/cryptogram.ts',
    search: 'row.usedBy === null || row.usedBy === use.attemptId',
    replace: 'true',
    caughtBy: networkTokens,
  },
  {
    name: 'token-equal-to-its-card-is-accepted',
    file: 'gateway/src/token-services/plain/read-answer.ts',
    search: '!token || open(token.number) === open(cardNumber)',
    replace: '!token',
    caughtBy: [{ file: 'gateway/src/token-services/plain/read-answer.test.ts' }],
  },
  {
    name: 'older-news-change-a-token',
    file: 'gateway/src/tokenizer/token-news.ts',
    search: 'news.sequence <= before.newsSequence',
    replace: 'news.sequence < 0',
    caughtBy: [{ file: 'test/journeys/token-news.test.ts' }],
  },
  {
    name: 'replayed-news-are-authentic',
    file: 'gateway/src/token-services/plain/news.ts',
    search: 'isTrue && Math.abs(at - Number(seconds) * 1000) <= NEWS_TOLERANCE_MS',
    replace: 'isTrue',
    caughtBy: [{ file: 'gateway/src/token-services/plain/news.test.ts' }],
  },
  {
    name: 'server-error-is-a-decline',
    file: 'gateway/src/providers/plain/messages.ts',
    search: "if (answer.status !== 200) return { kind: 'unknown', why: 'provider-error' };",
    replace:
      "if (answer.status !== 200) return { kind: 'declined', rejectCode: 'SYSTEM_ERROR', " +
      'reference: null };',
    caughtBy: contract,
  },
  {
    name: 'message-about-another-amount-pays',
    file: 'gateway/src/notifications/handle-message.ts',
    search: '? isSameMoney(amount, amountOf(attempt))',
    replace: '? amount.currency === attempt.currency',
    caughtBy: messages,
  },
  {
    name: 'message-in-another-currency-pays',
    file: 'gateway/src/core/money.ts',
    search: 'return left.minor === right.minor && left.currency === right.currency;',
    replace: 'return left.minor === right.minor;',
    caughtBy: messages,
  },
  {
    name: 'message-without-amount-pays',
    file: 'gateway/src/notifications/handle-message.ts',
    search: ": finding.kind !== 'approved' || isWhole(attempt);",
    replace: ': true;',
    caughtBy: messages,
  },
  {
    name: 'message-about-another-operation-declines',
    file: 'gateway/src/notifications/handle-message.ts',
    search: ' && !isAboutAnother(news, attempt)',
    replace: '',
    caughtBy: messages,
  },
  {
    name: 'message-of-another-provider-counts',
    file: 'gateway/src/payments/processing/process.ts',
    search: 'return loaded && attempt?.provider === provider ? { loaded, attempt } : undefined;',
    replace: 'return loaded && attempt && provider ? { loaded, attempt } : undefined;',
    caughtBy: messages,
  },
  {
    name: 'merchant-signs-for-another-merchant',
    file: 'gateway/src/notifications/handle-message.ts',
    search: 'if (inquiry && (await isProvenFor(inquiry, proof, deps.credentialsAt(provider)))) {',
    replace: 'if (inquiry) {',
    caughtBy: messages,
  },
  {
    name: 'own-account-reports-earlier-payments',
    file: 'gateway/src/notifications/proof.ts',
    search: 'await credentials.ofAttempt(merchantId, originalAttemptId ?? attemptId)',
    replace: 'await credentials.ofMerchant(merchantId)',
    caughtBy: messages,
  },
  {
    name: 'merchant-reports-its-own-success',
    file: 'gateway/src/notifications/handle-message.ts',
    search: "const isClaim = finding.kind === 'approved' && proof.provenBy !== null;",
    replace: "const isClaim = finding.kind === 'approved' && proof.provenBy === undefined;",
    caughtBy: messages,
  },
  {
    name: 'merchant-brings-back-customers-of-another',
    file: 'gateway/src/notifications/handle-return.ts',
    search: 'if (!inquiry || !(await isProvenFor(inquiry, back, credentials))) continue;',
    replace: 'if (!inquiry) continue;',
    caughtBy: [{ file: 'gateway/src/notifications/handle-return.test.ts' }],
  },
  {
    name: 'redirected-card-has-no-time-limit',
    file: 'gateway/src/payments/processing/choose-provider.ts',
    search: 'provider.mayReportLater ? validUntil : null;',
    replace: 'provider.mayReportLater && validUntil === 0 ? validUntil : null;',
    caughtBy: [{ file: 'test/journeys/customer-steps.test.ts', name: 'is redirected, the' }],
  },
  {
    name: 'any-credentials-prove',
    file: 'gateway/src/notifications/proof.ts',
    search: 'return other !== null && text(one) === text(other);',
    replace: 'return other !== null;',
    caughtBy: messages,
  },
  {
    name: 'merchant-signs-with-the-account-of-the-installation',
    file: 'gateway/src/providers/autopay/own-account.ts',
    search: 'if (serviceId === installation.serviceId) return',
    replace: 'if (serviceId !== "") return',
    caughtBy: [{ file: 'gateway/src/providers/autopay/itn-message.test.ts' }],
  },
];
