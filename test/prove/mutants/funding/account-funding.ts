// Planted bugs in account funding: which recipients are paid, and how long they are stored.
import type { Mutant } from '../../mutant.ts';

const journeys = 'test/journeys/account-funding.test.ts';
const refused = 'test/journeys/account-funding-refused.test.ts';

export const fundingMutants: readonly Mutant[] = [
  {
    name: 'recipient-opens-in-any-payment',
    file: 'gateway/src/vault/held-recipient.ts',
    search: '|held_recipients|${paymentId}|',
    replace: '|held_recipients|',
    caughtBy: [{ file: 'gateway/src/vault/held-recipient.test.ts' }],
  },
  {
    name: 'recipient-is-not-sealed-again',
    file: 'gateway/src/rotation/rewrap-list.ts',
    search: '    list(dataTables.heldRecipients, vault.recipients.reseal),\n',
    replace: '',
    caughtBy: [{ file: 'gateway/src/rotation/rotate.test.ts', name: 'data keys' }],
  },
  {
    name: 'purge-keeps-a-recipient',
    file: 'gateway/src/payments/jobs/purge.store.ts',
    search: 'delete from held_recipients r using old\n     where',
    replace: 'delete from held_recipients r using old\n     where false and',
    caughtBy: [{ file: 'test/journeys/purge.test.ts' }],
  },
  {
    name: 'recipient-stays-after-the-payment',
    file: 'gateway/src/payments/decisions/decision.ts',
    search: 'hasEnded ? dropRecipient(decision) : decision',
    replace: 'decision',
    caughtBy: [{ file: journeys, name: 'is cancelled like a charge' }],
  },
  {
    name: 'recipient-stays-after-a-passed-challenge',
    file: 'gateway/src/payments/decisions/register.ts',
    search: 'holdInstrument(decision, held) : dropRecipient(dropInstrument(decision))',
    replace: 'dropRecipient(holdInstrument(decision, held)) : dropInstrument(decision)',
    caughtBy: [{ file: journeys, name: 'a soft decline' }],
  },
  {
    name: 'recipient-is-shown-in-full',
    file: 'gateway/src/payments/features/funding.ts',
    search: 'maskOf(open(found.number))',
    replace: 'open(found.number)',
    caughtBy: [{ file: journeys, name: 'not enrolled' }],
  },
  {
    name: 'unknown-card-can-receive',
    file: 'gateway/src/cards/card-knowledge.ts',
    search: 'return isComplete && fundsTransfer === true;',
    replace: 'return isComplete && fundsTransfer !== false;',
    caughtBy: [{ file: 'gateway/src/cards/card-knowledge.test.ts' }, { file: refused }],
  },
  {
    name: 'discarded-token-can-receive',
    file: 'gateway/src/payments/features/funding.ts',
    search: "token.type === 'COF' && token.status === 'ACTIVE'",
    replace: "token.type === 'COF'",
    caughtBy: [{ file: refused, name: 'tokens that cannot receive' }],
  },
  {
    name: 'discarded-recipient-is-paid',
    file: 'gateway/src/payments/processing/recipient.ts',
    search: 'isPayers ? decision : relyOnToken(decision, use.token)',
    replace: 'decision',
    caughtBy: [{ file: 'test/races/stored-cards.test.ts', name: 'a recipient decided before' }],
  },
  {
    name: 'account-funding-is-exempt',
    file: 'gateway/src/methods/card/sca/sca.ts',
    search: "mayBeExempt: payment.transKind !== 'ACCT_FUNDING',",
    replace: 'mayBeExempt: true,',
    caughtBy: [{ file: journeys, name: 'exemptions' }],
  },
  {
    name: 'account-funding-is-refunded-in-part',
    file: 'gateway/src/payments/model/payment.guards.ts',
    search: 'amountMinor === payment.capturedMinor,',
    replace: 'amountMinor !== undefined,',
    caughtBy: [{ file: journeys, name: 'is refunded in full only' }],
  },
  {
    name: 'account-funding-at-any-provider',
    file: 'gateway/src/providers/registry.ts',
    search: '(!isFunding || provider.canFund === true)',
    replace: '(!isFunding || true)',
    caughtBy: [{ file: 'gateway/src/providers/registry.test.ts' }],
  },
];
