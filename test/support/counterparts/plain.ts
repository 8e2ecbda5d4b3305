// The plain protocol for its proof: the adapter over HTTP, and the simulated acquirer.
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { commonRejectReasons, type RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import type { SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import { chargeAt, type Charge } from '@bramka/sandbox/acquirer/charge.ts';
import { DELAY_MS } from '@bramka/sandbox/acquirer/triggers/behaviour.ts';
import { acquirerServer, openAcquirerFixture } from '@bramka/sandbox/testing/acquirer-fixture.ts';
import {
  UNKNOWN_REASON,
  type Account,
  type Counterpart,
  type ProvenProvider,
} from '../providers/counterpart.ts';
import { cardMeans } from '../providers/requests.ts';
import { rewriteJson } from './rewrite-json.ts';

const codes = Object.keys(commonRejectReasons) as RejectCode[];

export const plainProof = {
  name: 'test',
  means: ['PAN', 'NETWORK_TOKEN'],
  followUps: ['capture', 'adjust', 'reverse', 'refund'],
  connect(connection) {
    const transport = httpTransport(connection);
    const adapter = plainAcquirer('test', transport.send, 60_000);
    return { adapter, close: () => transport.close() };
  },
  open: async (key) => (await openPlainCounterpart(key)).counterpart,
  rejectCodes: {
    ...(Object.fromEntries(codes.map((code) => [code, code])) as Record<RejectCode, RejectCode>),
    [UNKNOWN_REASON]: 'DO_NOT_HONOR',
  },
  elsewhere: ['ISSUER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE'],
  statesAmounts: false,
  rewriteAnswer: rewriteJson({ attemptId: 'attemptId', reason: 'rejectCode' }),
} satisfies ProvenProvider;

/** `findCharge`: what the simulated acquirer has stored about an attempt. */
export async function openPlainCounterpart(key: Secret<string>) {
  const { acquirer, clock, store, ...fixture } = await openAcquirerFixture('memory');
  const server = acquirerServer(acquirer, { key });
  const counterpart: Counterpart = {
    url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/acquirer`,
    approved: { means: cardMeans('4111111111111111') },
    declined: { means: cardMeans('4000000000009995') },
    pending: { means: cardMeans('4000000000020075') },
    later: () => clock.advance(DELAY_MS),
    account: ({ paymentId }) => accountOf(acquirer, paymentId),
    async close() {
      await server.close();
      await fixture.close();
    },
  };
  const findCharge = async (attemptId: string): Promise<Charge | undefined> => {
    const charge = await store.find(attemptId);
    return charge && chargeAt(charge, clock.now());
  };
  return { counterpart, findCharge };
}

/** What the simulated acquirer has done with the money of a payment. */
export async function accountOf(acquirer: SimulatedAcquirer, paymentId: string): Promise<Account> {
  const rows = await acquirer.chargesOf(paymentId);
  const made = rows.filter(({ verb, result }) => verb === 'authorize' && result === 'APPROVED');
  const sum = (name: 'authorizedMinor' | 'capturedMinor' | 'refundedMinor') =>
    made.reduce((total, row) => total + row[name], 0n);
  return {
    charges: made.length,
    authorizedMinor: sum('authorizedMinor'),
    takenMinor: sum('capturedMinor'),
    returnedMinor: sum('refundedMinor'),
  };
}
