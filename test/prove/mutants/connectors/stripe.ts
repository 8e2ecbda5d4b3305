// Planted bugs in the adapter of Stripe.
import type { Mutant } from '../../mutant.ts';

const folder = 'gateway/src/providers/stripe';
const inquire = `${folder}/inquire.ts`;
const calls = [{ file: `${folder}/stripe.provider.test.ts` }];
const inquiries = [{ file: `${folder}/inquire.test.ts` }];
const messages = [{ file: `${folder}/webhook/read-message.test.ts` }];

export const stripeMutants: readonly Mutant[] = [
  {
    name: 'stripe-intent-that-waits-is-not-cancelled',
    file: inquire,
    search: 'const ended = await endIntent(ask, found.id, expected);',
    replace: "const ended = 'ended' as 'ended' | Unknown;",
    caughtBy: inquiries,
  },
  {
    name: 'stripe-refused-cancellation-ends-an-intent',
    file: inquire,
    search: "if (state === 'ended') return state;\n  const isUnknown",
    replace: "if (state !== 'open') return 'ended';\n  const isUnknown",
    caughtBy: inquiries,
  },
  {
    name: 'stripe-intent-is-created-again-after-its-key-ended',
    file: inquire,
    search: 'now - timeOfId(inquiry.attemptId) > REPLAY_LIMIT_MS',
    replace: 'now - timeOfId(inquiry.attemptId) > REPLAY_LIMIT_MS * 2',
    caughtBy: inquiries,
  },
  {
    name: 'stripe-old-refund-is-made-again',
    file: inquire,
    search: "return isOld ? declined('SYSTEM_ERROR'",
    replace: "return isOld && inquiry.verb !== 'refund' ? declined('SYSTEM_ERROR'",
    caughtBy: inquiries,
  },
  {
    name: 'stripe-refund-on-the-next-page-is-not-found',
    file: inquire,
    search: "return answer['has_more'] === false ? undefined : garbage;",
    replace: 'return undefined;',
    caughtBy: inquiries,
  },
  {
    name: 'stripe-success-about-another-amount-counts',
    file: `${folder}/intent.ts`,
    search: 'return given?.minor === minor && given.currency === currency;',
    replace: 'return given !== null && minor > 0n && currency !== null;',
    caughtBy: inquiries,
  },
  {
    name: 'stripe-answer-about-another-intent-counts',
    file: `${folder}/stripe.provider.ts`,
    search: "answer['id'] === created.id ? readAuthorization(answer, request) : garbage,",
    replace: 'readAuthorization(answer, request),',
    caughtBy: calls,
  },
  {
    name: 'stripe-customer-may-still-authenticate-a-declined-intent',
    file: `${folder}/stripe.provider.ts`,
    search: 'const ended = await endIntent(ask, created.id, request);',
    replace: "const ended = 'ended' as 'ended' | Unknown;",
    caughtBy: calls,
  },
  {
    name: 'stripe-refund-is-declined-because-of-too-many-requests',
    file: `${folder}/errors.ts`,
    search: "return isRefused ? { kind: 'unknown', why: 'provider-error' } : outcome;",
    replace: 'return isRefused ? outcome : outcome;',
    caughtBy: calls,
  },
  {
    name: 'stripe-reused-key-is-a-decline',
    file: `${folder}/errors.ts`,
    search: "400: ['invalid_request_error'],",
    replace: "400: ['invalid_request_error', 'idempotency_error'],",
    caughtBy: calls,
  },
  {
    name: 'stripe-hold-is-taken-at-once',
    file: `${folder}/requests.ts`,
    search: "capture_method: isHold ? 'manual' : 'automatic',",
    replace: "capture_method: 'automatic',",
    caughtBy: calls,
  },
  {
    name: 'stripe-authentication-is-left-out',
    file: `${folder}/limits.ts`,
    search: "if (isProven && !threeDS.cavv) return refused('SCA_UNAVAILABLE', 'no_cryptogram');",
    replace: '',
    caughtBy: calls,
  },
  {
    name: 'stripe-old-message-is-authentic',
    file: `${folder}/webhook/signature.ts`,
    search: 'Math.abs(now - Number(time) * 1000) > TOLERANCE_MS',
    replace: 'Number(time) * 1000 - now > TOLERANCE_MS',
    caughtBy: messages,
  },
  {
    name: 'stripe-unknown-account-is-that-of-the-installation',
    file: `${folder}/own-account.ts`,
    search: 'if (!credentials) return undefined;',
    replace: 'if (!credentials) return { used: installation, provenBy: null };',
    caughtBy: messages,
  },
  {
    name: 'stripe-capture-by-others-pays-the-hold-again',
    file: `${folder}/webhook/read-message.ts`,
    search: "if (object['capture_method'] === 'manual') {",
    replace: "if (object['capture_method'] === 'manual' && capture !== undefined) {",
    caughtBy: messages,
  },
  {
    name: 'stripe-released-hold-was-never-approved',
    file: `${folder}/webhook/read-message.ts`,
    search: "if (object['latest_charge'] !== null) return undefined;",
    replace: '',
    caughtBy: messages,
  },
];
