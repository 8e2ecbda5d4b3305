// Planted bugs in payments by wallet: what becomes of an opened token.
import type { Mutant } from '../../mutant.ts';

const steps = 'gateway/src/methods/wallet/wallet-steps.ts';
const confirm = 'gateway/src/methods/c2p';
const caught = (name: string) => [
  { file: 'gateway/src/methods/wallet/wallet-steps.test.ts', name },
];
const reported = (name: string) => [{ file: `${confirm}/confirm-due.test.ts`, name }];

export const walletPaymentMutants: readonly Mutant[] = [
  {
    name: 'wallet-token-used-twice',
    file: steps,
    search: 'user !== undefined && (user !== payment.paymentId || isOfEarlierTry)',
    replace: 'user !== undefined && (user === payment.paymentId || isOfEarlierTry)',
    caughtBy: caught('a token of another payment is rejected'),
  },
  {
    name: 'wallet-token-not-recorded',
    file: steps,
    search: 'draft.insert(usedWalletTokens, { ...used, expiresAt: token.expiresAt });',
    replace: '',
    caughtBy: caught('the step records that the token was used'),
  },
  {
    name: 'wallet-amount-not-compared',
    file: steps,
    search: 'isSameMoney(amount, money(payment.amountMinor, payment.currency))',
    replace: 'amount.currency === payment.currency',
    caughtBy: caught('a token for one minor unit more'),
  },
  {
    name: 'wallet-currency-not-compared',
    file: steps,
    search: 'isSameMoney(amount, money(payment.amountMinor, payment.currency))',
    replace: 'amount.minor === payment.amountMinor',
    caughtBy: caught('a token in another currency'),
  },
  {
    name: 'wallet-eci-of-nothing',
    file: steps,
    search: 'eci: given.eci,',
    replace: "eci: given.eci ?? '07',",
    caughtBy: caught('a missing ECI stays missing'),
  },
  {
    name: 'wallet-number-of-a-card-as-a-token',
    file: steps,
    search: "if (given.numberType === 'PAN') return startWithNumber",
    replace: "if (given.numberType === 'PAN' && given.cryptogram !== null) return startWithNumber",
    caughtBy: caught('a card number without a cryptogram is authorized as a card'),
  },
  {
    name: 'wallet-of-a-series',
    file: steps,
    search: 'tokenizerId === null && recurring === null',
    replace: 'tokenizerId === null',
    caughtBy: caught('wallets fit payments that are made once'),
  },
  {
    name: 'wallet-held-card-of-another-type',
    file: steps,
    search: 'payment.instrumentType === name && payment.cardHeld',
    replace: 'payment.cardHeld',
    caughtBy: caught('the held card of another type is not used'),
  },
  {
    name: 'checkout-reported-while-pending',
    file: `${confirm}/confirmation.store.ts`,
    search: " and p.status not in ('NEW', 'PENDING')",
    replace: '',
    caughtBy: reported('a payment that has not ended is not reported'),
  },
  {
    name: 'checkout-failure-reported-as-success',
    file: `${confirm}/confirm-due.ts`,
    search: "method === 'C2P' && successful.includes(status);",
    replace: "method === 'C2P' && status.length > 0;",
    caughtBy: reported('a payment that is REJECTED is reported once'),
  },
];
