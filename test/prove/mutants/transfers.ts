// Planted bugs in bank transfers: hashes, amounts, the reading of Autopay's messages.
import type { Mutant } from '../mutant.ts';

const provider = [{ file: 'gateway/src/providers/autopay/autopay.provider.test.ts' }];
const contract = [{ file: 'test/contracts/transfer-providers.test.ts' }];
const itn = [{ file: 'gateway/src/providers/autopay/messages/itn.test.ts' }];

export const transferMutants: readonly Mutant[] = [
  {
    name: 'zero-is-not-hashed',
    file: 'gateway/src/providers/autopay/hash.ts',
    search: "value !== undefined && value !== null && value !== ''",
    replace: "value !== undefined && value !== null && value !== '' && value !== '0'",
    caughtBy: [{ file: 'gateway/src/providers/autopay/hash.test.ts' }],
  },
  {
    name: 'another-amount-pays-the-order',
    file: 'gateway/src/providers/autopay/messages/transaction.ts',
    search: 'const success = paid.find((one) => isSameMoney(one.paid, expected));',
    replace: 'const success = paid[0];',
    caughtBy: contract,
  },
  {
    name: 'elements-in-any-order',
    file: 'gateway/src/providers/autopay/messages/transaction.ts',
    search:
      'if (places.some((place, index) => place < (places[index - 1] ?? 0))) return undefined;',
    replace: '',
    caughtBy: itn,
  },
  {
    name: 'unreadable-cancellation-is-a-decline',
    file: 'gateway/src/providers/autopay/messages/cancel.ts',
    search: "return isEnded ? ended : { kind: 'unknown', why: 'provider-error' };",
    replace: 'return ended;',
    caughtBy: provider,
  },
  {
    name: 'existing-order-is-a-decline',
    file: 'gateway/src/providers/autopay/reasons.ts',
    search: 'return orderExists.has(reason) ? undefined',
    replace: 'return orderExists.size === 0 ? undefined',
    caughtBy: provider,
  },
  {
    name: 'repeated-element-is-read',
    file: 'gateway/src/core/xml/read-fields.ts',
    search: 'if (names.has(child.name)) return undefined;',
    replace: '',
    caughtBy: itn,
  },
  {
    name: 'provider-ends-a-transfer-with-the-payment',
    file: 'gateway/src/methods/pbl/pbl.method.ts',
    search: 'payment.validUntil + PROVIDER_MARGIN_MS',
    replace: 'payment.validUntil',
    caughtBy: [{ file: 'gateway/src/methods/pbl/pbl.method.test.ts' }],
  },
  {
    name: 'expired-transfer-is-rejected',
    file: 'gateway/src/payments/decisions/conclude-authorization.ts',
    search: 'waitUntil === payment.validUntil && payment.validUntil <= now.at',
    replace: 'waitUntil === payment.validUntil && payment.validUntil < now.at',
    caughtBy: [{ file: 'gateway/src/payments/decisions/waiting-attempt.test.ts' }],
  },
];
