// The contract suite of providers over the plain adapter and the simulated acquirer.
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { httpTransport, localTransport } from '@bramka/gateway/providers/plain/transport.ts';
import type { PlainAnswer } from '@bramka/gateway/providers/plain/messages.ts';
import { cardMeans, type ProviderRig } from '../support/providers/contract-rig.ts';
import { testProvider } from '../support/providers/provider-contract.ts';
import type { FaultyAnswers, Wire } from '../support/providers/wire.ts';
import { openAcquirerFixture } from '@bramka/sandbox/testing/acquirer-fixture.ts';
import { acquirerServer } from '@bramka/sandbox/testing/acquirer-fixture.ts';

const MAX_IN_FLIGHT_MS = 60_000;
const faulty: FaultyAnswers<PlainAnswer> = {
  unreadable: { status: 200, body: '<html>' },
  serverError: { status: 503, body: undefined },
};

const payments = {
  approved: { means: cardMeans('4111111111111111') },
  declined: { means: cardMeans('4000000000009995') },
  pending: { means: cardMeans('4000000000020075') },
};

async function open(wire: Wire): Promise<ProviderRig> {
  const { acquirer, ...fixture } = await openAcquirerFixture('memory');
  const close = (): Promise<void> => fixture.close();
  if (wire.kind === 'local') {
    const handle = wire.local(
      (...call: Parameters<typeof acquirer.handle>) => acquirer.handle(...call),
      faulty,
    );
    const transport = localTransport(handle, wire.clock, wire.timeoutMs);
    return { provider: plainAcquirer('test', transport, MAX_IN_FLIGHT_MS), ...payments, close };
  }
  const server = acquirerServer(acquirer);
  const url = await wire.http(`${await server.listen({ host: '127.0.0.1', port: 0 })}/acquirer`);
  const transport = httpTransport({ url, key: null, timeoutMs: wire.timeoutMs });
  return {
    provider: plainAcquirer('test', transport.send, MAX_IN_FLIGHT_MS),
    ...payments,
    async close() {
      await transport.close();
      await server.close();
      await close();
    },
  };
}

testProvider({
  name: 'test',
  means: ['PAN', 'NETWORK_TOKEN'],
  followUps: ['capture', 'adjust', 'reverse', 'refund'],
  open,
});
