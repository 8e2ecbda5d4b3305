// Planted bugs in instruments: apps of an alias, look-ups of stored cards, types that fields tell,
// payloads, addresses of agents, the search by parties, and what the audit log says about them.
import type { Mutant } from '../../mutant.ts';

const fields = 'test/journeys/instrument-fields.test.ts';
const life = [{ file: 'test/journeys/life.test.ts', name: 'search filters by every field' }];
const audit = [{ file: 'test/journeys/audit-list.test.ts' }];
const apps = [{ file: 'test/journeys/blik-apps.test.ts', name: 'several apps' }];
const lookUps = [{ file: 'test/journeys/card-knowledge.test.ts', name: 'a stored card of the' }];

export const instrumentMutants: readonly Mutant[] = [
  {
    name: 'any-app-is-accepted',
    file: 'gateway/src/methods/blik/blik.method.ts',
    search: 'if (!isOther && !isListed) throw wrongApp();',
    replace: '',
    caughtBy: apps,
  },
  {
    name: 'alias-is-not-held',
    file: 'gateway/src/payments/decisions/another-try.ts',
    search: 'refused.apps ? reopenUntilEnd(decision) : keepOpen(decision)',
    replace: 'keepOpen(decision)',
    caughtBy: [{ file: 'test/journeys/another-try.test.ts', name: 'app alone' }],
  },
  {
    name: 'alias-stays-while-a-code-is-asked-for',
    file: 'gateway/src/payments/decisions/authentication-steps.ts',
    search: 'isDropped ? dropInstrument(decision) : decision',
    replace: 'decision',
    caughtBy: [{ file: 'test/journeys/blik-apps.test.ts', name: 'is not held while a code' }],
  },
  {
    name: 'token-of-another-merchant-is-looked-up',
    file: 'gateway/src/methods/card/look-up/look-up.ts',
    search: 'token?.merchantId === merchantId && token.type === type',
    replace: 'token?.type === type',
    caughtBy: lookUps,
  },
  {
    name: 'discarded-token-is-looked-up',
    file: 'gateway/src/methods/card/look-up/look-up.ts',
    search: "if (!isOwn || token.status === 'DISCARDED') return",
    replace: 'if (!isOwn) return',
    caughtBy: lookUps,
  },
  {
    name: 'checkout-is-stored',
    file: 'gateway/src/payments/requests/payload.ts',
    search: 'instrumentTypes[instrument.type]?.isInPayload ? undefined : instrument.payload',
    replace: 'instrument.payload',
    caughtBy: [{ file: fields, name: 'are not stored as a payload' }],
  },
  {
    name: 'payload-of-another-instrument-stays',
    file: 'gateway/src/payments/requests/payload.ts',
    search: 'before && isOther ? rest : details',
    replace: 'details',
    caughtBy: [{ file: fields, name: 'belongs to its instrument' }],
  },
  {
    name: 'agent-names-any-origin',
    file: 'gateway/src/payments/requests/new-payment.ts',
    search: 'refuseForeignOrigin(`agent.${name}`, agents, merchant);',
    replace: '',
    caughtBy: [{ file: 'gateway/src/payments/requests/return-address.test.ts' }],
  },
  {
    name: 'search-drops-the-merchant',
    file: 'gateway/src/payments/loading/search-order.store.ts',
    search: 'd.details @> $5::jsonb and',
    replace: '$5::jsonb is not null and',
    caughtBy: life,
  },
  {
    name: 'search-drops-the-agent',
    file: 'gateway/src/payments/loading/search-order.store.ts',
    search: 'and d.details @> $6::jsonb)',
    replace: 'and $6::jsonb is not null)',
    caughtBy: life,
  },
  {
    name: 'picture-of-a-discarded-token',
    file: 'gateway/src/tokenizer/endpoints/card-visual.ts',
    search: " || token.status === 'DISCARDED'",
    replace: '',
    caughtBy: [{ file: 'test/journeys/network-tokens-made.test.ts', name: 'has no picture' }],
  },
  {
    name: 'audit-names-the-merchant-for-its-agent',
    file: 'gateway/src/vault/audit/card-use.ts',
    search: ': `agent:${caller.agentId}`;',
    replace: ': `merchant:${caller.merchantId}`;',
    caughtBy: [{ file: 'gateway/src/vault/audit/card-use.test.ts' }],
  },
  {
    name: 'audit-list-ignores-a-filter',
    file: 'gateway/src/admin/endpoints/audit.ts',
    search: 'if (named.length !== 1) {',
    replace: 'if (named.length < 1) {',
    caughtBy: audit,
  },
];
