// Planted bugs in failover: a payment goes on at another provider although it must not, goes on
// wrongly, or loses what it is based on.
import type { Mutant } from '../../mutant.ts';

const seeds = [{ seeds: 100 }];
const choosing = [{ file: 'gateway/src/payments/processing/choose-provider.test.ts' }];

const choice = 'gateway/src/payments/processing/choose-provider.ts';
const conclusion = 'gateway/src/payments/processing/conclude.ts';
const operations = 'gateway/src/payments/decisions/operate.ts';

export const failoverMutants: readonly Mutant[] = [
  {
    name: 'failover-after-an-unknown-outcome',
    file: 'gateway/src/providers/guard/guard.ts',
    search: "outcome.kind === 'unknown' && outcome.why === 'not-sent' ?",
    replace: "outcome.kind === 'unknown' ?",
    caughtBy: seeds,
  },
  {
    name: 'failover-after-a-time-out-counted-as-not-sent',
    file: 'gateway/src/http/outgoing.ts',
    search: "error instanceof CallTimeout ? 'timeout' : 'connection'",
    replace: "error instanceof CallTimeout ? 'not-sent' : 'connection'",
    caughtBy: seeds,
  },
  {
    name: 'failover-after-every-decline',
    file: choice,
    search: ' || finding.mayTryElsewhere !== true)\n',
    replace: ')\n',
    caughtBy: seeds,
  },
  {
    name: 'captures-go-to-the-first-provider-of-the-route',
    file: operations,
    search:
      '  const { provider } = authorizationOf(loaded);\n  refuseUnsupported(provider, verb, op',
    replace:
      "  const provider = authorizationOf(loaded).route?.providers[0] ?? '';\n" +
      '  refuseUnsupported(provider, verb, op',
    caughtBy: seeds,
  },
  {
    name: 'late-reversals-go-to-the-first-provider-of-the-route',
    file: operations,
    search: '  const { provider, amountMinor } = original;\n',
    replace:
      "  const { route, amountMinor } = original;\n  const provider = route?.providers[0] ?? '';\n",
    caughtBy: [{ file: 'gateway/src/payments/decisions/late-elsewhere.test.ts' }],
  },
  {
    name: 'next-attempt-is-sent-before-it-is-written',
    file: conclusion,
    search: '    const result = await commit(concluded.decision);\n',
    replace:
      '    follow(concluded.decision);\n    const result = await commit(concluded.decision);\n',
    caughtBy: seeds,
  },
  {
    name: 'next-attempt-is-written-in-a-second-entry',
    file: conclusion,
    search: '    const result = await commit(concluded.decision);\n',
    replace:
      '    const { draft } = concluded.decision;\n' +
      "    const index = draft.inserts.findIndex(({ row }) => row['verb'] === 'authorize');\n" +
      '    const later = index < 0 ? [] : draft.inserts.splice(index, 1);\n' +
      '    const result = await commit(concluded.decision);\n' +
      '    const nothing = { changes: [], updates: [], deletes: [], increments: [] };\n' +
      '    const second = { ...draft, ...nothing, inserts: later };\n' +
      '    if (later.length > 0) await parts.journal.commit(second);\n',
    caughtBy: seeds,
  },
  {
    name: 'failover-although-the-payment-was-cancelled',
    file: conclusion,
    search: '    loaded = await parts.store.load(merchantId, paymentId);\n',
    replace:
      '    const fresh = await parts.store.load(merchantId, paymentId);\n' +
      '    const { status } = known.payment;\n' +
      '    loaded = fresh && { ...fresh, payment: { ...fresh.payment, status } };\n',
    caughtBy: seeds,
  },
  {
    name: 'failover-after-the-payment-has-expired',
    file: choice,
    search: ' || payment.validUntil <= at) return undefined;',
    replace: ') return undefined;',
    caughtBy: choosing,
  },
  {
    name: 'failover-without-a-limit',
    file: choice,
    search: 'position >= MAX_PROVIDERS || ',
    replace: '',
    caughtBy: [...choosing, ...seeds],
  },
  {
    name: 'failover-to-the-same-provider',
    file: choice,
    search: 'route.providers.indexOf(provider) + 1',
    replace: 'route.providers.indexOf(provider)',
    caughtBy: seeds,
  },
  {
    name: 'position-of-the-first-attempt-kept',
    file: choice,
    search: 'route: { ...route, why, position } };',
    replace: 'route: { ...route, why } };',
    caughtBy: seeds,
  },
  {
    name: 'proof-of-authentication-dropped-at-the-next-provider',
    file: choice,
    search: 'return { ...place, means, funding, waitUntil };',
    replace:
      "const bare = means.kind === 'card' ? { ...means, threeDS: null } : means;\n" +
      '  return { ...place, means: bare, funding, waitUntil };',
    caughtBy: seeds,
  },
  {
    name: 'authentication-of-the-first-attempt-forgotten',
    file: 'gateway/src/payments/decisions/conclude-authorization.ts',
    search: 'const { authenticationId, exemption } = declined;\n',
    replace: 'const { exemption } = declined;\n  const authenticationId = null;\n',
    caughtBy: seeds,
  },
  {
    name: 'provider-whose-guard-is-open-is-tried',
    file: choice,
    search: 'following.find((name) => providers.capacity(name) > 0)',
    replace: 'following[0]',
    caughtBy: choosing,
  },
  {
    name: 'plain-acquirer-that-did-not-reach-the-issuer-is-final',
    file: 'gateway/src/providers/plain/messages.ts',
    search: "['ISSUER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE']",
    replace: "['PROVIDER_UNAVAILABLE']",
    caughtBy: [{ file: 'gateway/src/providers/plain/messages.test.ts' }],
  },
  {
    name: 'every-decline-of-a-plain-acquirer-goes-elsewhere',
    file: 'gateway/src/providers/plain/messages.ts',
    search: 'unreachedCodes.includes(rejectCode) && {',
    replace: 'unreachedCodes.length > 0 && {',
    caughtBy: [{ file: 'gateway/src/providers/plain/messages.test.ts' }, { seeds: 40 }],
  },
  {
    name: 'no-payment-goes-elsewhere',
    file: choice,
    search: 'if (next === undefined) return undefined;',
    replace: 'if (next !== provider) return undefined;',
    caughtBy: seeds,
  },
];
