// Planted bugs in Click to Pay checkouts, their confirmation, and the simulated system.
import type { Mutant } from '../../mutant.ts';

const c2p = 'gateway/src/wallets/click-to-pay';
const simulated = 'sandbox/src/c2p/system';
const opened = (name: string) => [{ file: `${c2p}/open-checkout.test.ts`, name }];
const attacked = (name: string) => [{ file: `${c2p}/attacks.test.ts`, name }];
const acted = (name: string) => [{ file: 'sandbox/src/c2p/c2p.test.ts', name }];

export const clickToPayMutants: readonly Mutant[] = [
  {
    name: 'c2p-any-signing-key',
    file: `${c2p}/signed-checkout.ts`,
    search: 'return named !== undefined;',
    replace: 'return true;',
    caughtBy: attacked('of a trusted key under an unknown kid'),
  },
  {
    name: 'c2p-extensions-accepted',
    file: `${c2p}/signed-checkout.ts`,
    search: "'x5c', 'crit', 'b64', 'zip']",
    replace: "'x5c', 'zip']",
    caughtBy: attacked('with the extension'),
  },
  {
    name: 'c2p-compression-accepted',
    file: `${c2p}/signed-checkout.ts`,
    search: "'b64', 'zip']",
    replace: "'b64']",
    caughtBy: attacked('with compression'),
  },
  {
    name: 'c2p-any-encryption-key',
    file: `${c2p}/encrypted-payload.ts`,
    search: 'if (isMeant) opened ??= content;',
    replace: 'opened ??= content;',
    caughtBy: attacked('to another key, or under the name of another key'),
  },
  {
    name: 'c2p-other-content-encryption',
    file: `${c2p}/encrypted-payload.ts`,
    search: "['A128CBC-HS256', 'A128GCM', 'A256GCM']",
    replace: "['A128CBC-HS256', 'A128GCM', 'A192GCM', 'A256GCM']",
    caughtBy: attacked('with RSA-OAEP-256 and A192GCM'),
  },
  {
    name: 'c2p-card-and-token',
    file: `${c2p}/checkout-card.ts`,
    search: '(cardFields === undefined) === (tokenFields === undefined)',
    replace: '(cardFields === undefined && tokenFields === undefined)',
    caughtBy: opened('with both a card and a token'),
  },
  {
    name: 'c2p-two-cryptograms',
    file: `${c2p}/checkout-card.ts`,
    search: 'if (!fields || cryptograms.length > 1) return undefined;',
    replace: 'if (!fields) return undefined;',
    caughtBy: opened('with a token with two cryptograms'),
  },
  {
    name: 'c2p-other-shop',
    file: `${c2p}/open-checkout.ts`,
    search: 'envelope?.dpaId !== dpaId',
    replace: '!envelope',
    caughtBy: opened('for another merchant, even if it has expired'),
  },
  {
    name: 'c2p-forged-is-expired',
    file: `${c2p}/open-checkout.ts`,
    search: 'if (!isAuthentic || !content ||',
    replace: 'if ((!isAuthentic && at < 0) || !content ||',
    caughtBy: opened('a forged one is refused, not expired'),
  },
  {
    name: 'c2p-longer-than-fifteen-minutes',
    file: `${c2p}/open-checkout.ts`,
    search: 'Math.min(tooOldAt, end)',
    replace: '(end === Infinity ? tooOldAt : end)',
    caughtBy: opened('exp does not extend the fifteen minutes'),
  },
  {
    name: 'c2p-too-many-requests-is-final',
    file: `${c2p}/messages.ts`,
    search: '[408, 429]',
    replace: '[408]',
    caughtBy: [{ file: `${c2p}/confirmation-client.test.ts`, name: 'mean unknown' }],
  },
  {
    name: 'c2p-codes-without-limit',
    file: `${simulated}/checkout.ts`,
    search: 'const triesLeft = row.triesLeft - 1;',
    replace: 'const triesLeft = row.triesLeft;',
    caughtBy: acted('the third wrong code ends the checkout'),
  },
  {
    name: 'c2p-second-confirmation-wins',
    file: `${simulated}/checkout.ts`,
    search: 'return isSame ? { ...row, confirmations } : undefined;',
    replace: 'return { ...row, confirmations };',
    caughtBy: acted('one that contradicts the checkout or the first one is refused'),
  },
];
