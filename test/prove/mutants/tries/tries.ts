// Planted bugs in the tries of a payment on the payment page.
import type { Mutant } from '../../mutant.ts';

const rules = [{ file: 'gateway/src/payments/decisions/another-try.test.ts' }];
const journey = [{ file: 'test/journeys/another-try.test.ts' }];

const saving = [{ file: 'test/journeys/save-card.test.ts' }];

export const tryMutants: readonly Mutant[] = [
  {
    name: 'consent-of-a-refused-try-is-used-again',
    file: 'gateway/src/methods/card/save-consent.ts',
    search: 'saveCard.agreedAt > isoTime(refusedAt)',
    replace: 'saveCard.agreedAt >= isoTime(refusedAt)',
    caughtBy: [{ file: 'gateway/src/methods/card/save-consent.test.ts' }],
  },
  {
    name: 'next-card-saved-with-an-earlier-consent',
    file: 'gateway/src/payments/steps/save-card.ts',
    search:
      'if (!mustBeComplete && isCardNumber(type) && instrumentNo === undefined) return details;',
    replace: 'if (isCardNumber(type)) return details;',
    caughtBy: saving,
  },
  {
    name: 'card-saved-without-a-known-customer',
    file: 'gateway/src/methods/card/save-consent.ts',
    search: 'customer?.extCustomerId === undefined',
    replace: 'customer === null',
    caughtBy: saving,
  },
  {
    name: 'eleventh-authorization',
    file: 'gateway/src/payments/decisions/another-try.ts',
    search: 'authorizations < MAX_AUTHORIZATIONS',
    replace: 'authorizations <= MAX_AUTHORIZATIONS',
    caughtBy: rules,
  },
  {
    name: 'every-channel-tries-again',
    file: 'gateway/src/payments/decisions/another-try.ts',
    search: "payment.channel !== 'PAYWALL' || options?.repeat === false",
    replace: 'options?.repeat === false',
    caughtBy: rules,
  },
  {
    name: 'refused-card-stays-in-the-vault',
    file: 'gateway/src/payments/decisions/another-try.ts',
    search: 'return dropInstrument(reopenUntilEnd(decision));',
    replace: 'return reopenUntilEnd(decision);',
    caughtBy: journey,
  },
  {
    name: 'refused-try-keeps-the-order',
    file: 'gateway/src/payments/decisions/another-try.ts',
    search: 'return { rejectCode, dataRequest, holdsOrder: false, ...count };',
    replace: 'return { rejectCode, dataRequest, ...count };',
    caughtBy: rules,
  },
  {
    name: 'soft-decline-of-an-earlier-try-counts',
    file: 'gateway/src/methods/card/sca/soft-decline.ts',
    search: 'attempts.filter(isOfTry).some(isSoftlyDeclined)',
    replace: 'attempts.some(isSoftlyDeclined)',
    caughtBy: [{ file: 'gateway/src/methods/card/tries.test.ts' }],
  },
  {
    name: 'challenge-of-an-earlier-try-counts',
    file: 'gateway/src/methods/card/sca/sca.ts',
    search: 'return latest && latest.createdAt > (payment.refusedAt ?? 0) ? latest : undefined;',
    replace: 'return latest;',
    caughtBy: [{ file: 'gateway/src/methods/card/tries.test.ts' }],
  },
  {
    name: 'wallet-token-pays-in-two-tries',
    file: 'gateway/src/methods/wallet/wallet-steps.ts',
    search: 'const isOfEarlierTry = payment.refusedAt !== null && !isHeld;',
    replace: 'const isOfEarlierTry = false;',
    caughtBy: [{ file: 'gateway/src/methods/wallet/wallet-steps.test.ts' }],
  },
  {
    name: 'four-wrong-blik-codes',
    file: 'gateway/src/methods/blik/blik.method.ts',
    search: 'if (wrongCodes(request.attempts) >= MAX_TRIES)',
    replace: 'if (wrongCodes(request.attempts) > MAX_TRIES)',
    caughtBy: journey,
  },
  {
    name: 'refused-creation-stays-open',
    file: 'gateway/src/payments/decisions/another-try.ts',
    search: 'if (!decision.isNew && mayTryAgain(',
    replace: 'if (mayTryAgain(',
    caughtBy: rules,
  },
];
