// The contract suite of providers over the BLIK adapter and the simulated operator: the customer
// confirms on a phone.
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { blikProvider, type BlikTransport } from '@bramka/gateway/providers/blik/blik.provider.ts';
import type { BlikAnswer, BlikVerb } from '@bramka/gateway/providers/blik/messages.ts';
import { httpBlik, localBlik } from '@bramka/gateway/providers/blik/transport.ts';
import type { Means } from '@bramka/gateway/providers/means.ts';
import { operatorCalls } from '@bramka/sandbox/blik/http/protocol.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { phones } from '@bramka/sandbox/blik/phone/phones.ts';
import { NOTIFICATION_URL, openBlikFixture } from '@bramka/sandbox/testing/blik-fixture.ts';
import { payer, type ProviderRig } from '../support/providers/contract-rig.ts';
import { testProvider } from '../support/providers/provider-contract.ts';
import type { FaultyAnswers, Wire } from '../support/providers/wire.ts';

const NAME = 'test';
const faulty: FaultyAnswers<BlikAnswer> = {
  unreadable: { status: 200, body: '<html>' },
  serverError: { status: 503, body: undefined },
};

function codeMeans(code: string): Means {
  const ticket = { type: 'CODE', code: secret(code) } as const;
  return { kind: 'blik', ticket, register: null, payer, description: 'Order 1' };
}

async function open(wire: Wire): Promise<ProviderRig> {
  const fixture = await openBlikFixture('memory');
  const handle = (verb: BlikVerb, request: unknown) => fixture.blik.handle(verb, request);
  const connected = await connect(wire, handle);
  let used = 0;
  return {
    provider: blikProvider({
      name: NAME,
      send: connected.send,
      maxInFlightMs: 60_000,
      key: secret('key'),
      notificationUrl: () => NOTIFICATION_URL,
    }),
    declined: { means: codeMeans('100005') },
    async approved() {
      const phone = phones[(used += 1) % phones.length]?.key ?? '';
      return { means: codeMeans((await fixture.blik.phones.issueCode(phone)).code ?? '') };
    },
    customer: {
      async confirm(attemptId) {
        await fixture.blik.phones.answerPush(attemptId, { accepts: true, saves: false });
      },
      async refuse(attemptId) {
        await fixture.blik.phones.answerPush(attemptId, { accepts: false, saves: false });
      },
    },
    async close() {
      await connected.close();
      await fixture.close();
    },
  };
}

type Handle = (verb: BlikVerb, request: unknown) => Promise<BlikAnswer | undefined>;

async function connect(
  wire: Wire,
  handle: Handle,
): Promise<{ readonly send: BlikTransport; close(): Promise<void> }> {
  const { clock, timeoutMs } = wire;
  if (wire.kind === 'local') {
    const send = localBlik(wire.local(handle, faulty), clock, timeoutMs);
    return { send, close: () => Promise.resolve() };
  }
  const server = serveParty('/blik', toRoutes(operatorCalls, { handle }));
  const url = await wire.http(`${await server.listen({ host: '127.0.0.1', port: 0 })}/blik`);
  const transport = httpBlik({ url, key: null, timeoutMs });
  return {
    send: transport.send,
    async close() {
      await transport.close();
      await server.close();
    },
  };
}

testProvider({ name: NAME, means: ['BLIK'], followUps: ['stop', 'reverse', 'refund'], open });
