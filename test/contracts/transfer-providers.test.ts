// The contract suite of providers over both adapters of bank transfers, Autopay's protocol (BM) and
// the plain redirect (PA): the customer pays at a simulated bank.
import { toRoutes, type Route } from '@bramka/gateway/http/endpoint.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { autopayProvider } from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { httpAutopay, localAutopay } from '@bramka/gateway/providers/autopay/transport.ts';
import { redirectProvider } from '@bramka/gateway/providers/redirect/redirect.provider.ts';
import { httpRedirect, localRedirect } from '@bramka/gateway/providers/redirect/transport.ts';
import type { Means } from '@bramka/gateway/providers/means.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { simulatedService } from '@bramka/sandbox/autopay/hash.ts';
import { operations } from '@bramka/sandbox/autopay/operator.ts';
import { operatorCalls, type HandleCall } from '@bramka/sandbox/autopay/endpoints.ts';
import { sqlTransferStore } from '@bramka/sandbox/bank/transfer.store.ts';
import { createTransfers, type Transfers } from '@bramka/sandbox/bank/transfers.ts';
import { handlers } from '@bramka/sandbox/pa/operator.ts';
import { paEndpoints, type HandlePa } from '@bramka/sandbox/pa/endpoints.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { openBacking } from '@bramka/sandbox/testing/backing.ts';
import { payer, type ProviderRig } from '../support/providers/contract-rig.ts';
import { testProvider } from '../support/providers/provider-contract.ts';
import type { Wire } from '../support/providers/wire.ts';

const RETURN_URL = 'https://gateway.example/back';
const MAX_IN_FLIGHT_MS = 60_000;
const BANKS = { autopay: 106, pa: 301 } as const;

interface Connected {
  readonly provider: Provider;
  close(): Promise<void>;
}

type Parts = ReturnType<typeof operatorParts>;

function operatorParts(transfers: Transfers, clock: ReturnType<typeof handClock>) {
  return {
    transfers,
    clock,
    service: simulatedService(null),
    serviceId: '200047',
    ownUrl: () => 'https://operator.example',
    defaultReturnUrl: () => RETURN_URL,
    mayCall: () => true,
    pageOf: () => 'https://bank.example/pay',
    hashOf: () => 'hash',
  };
}

function opener(
  intermediary: keyof typeof BANKS,
  connect: (wire: Wire, parts: Parts) => Promise<Connected>,
) {
  return async (wire: Wire): Promise<ProviderRig> => {
    const backing = await openBacking('embedded');
    const clock = handClock();
    const store = sqlTransferStore(backing.database ?? never());
    const journal = backing.journal();
    const transfers = createTransfers({ store, journal, clock, random: systemRandom });
    const connected = await connect(wire, operatorParts(transfers, clock));
    const act = (action: 'pay' | 'refuse') => async (attemptId: string) => {
      const rows = await transfers.ofOrder(intermediary, attemptId.replaceAll('-', ''));
      for (const { remoteId } of rows) await transfers.act(remoteId, action);
    };
    return {
      provider: connected.provider,
      approved: { means: redirectTo(BANKS[intermediary]) },
      customer: { confirm: act('pay'), refuse: act('refuse') },
      async close() {
        await connected.close();
        await backing.close();
      },
    };
  };
}

function redirectTo(bankId: number): Means {
  const validUntil = Date.parse('2026-03-01T13:00:00Z');
  return { kind: 'redirect', bankId, payer, description: 'Order 1', validUntil };
}

function never(): never {
  throw new Error('the embedded database is open');
}

async function serve(wire: Wire, routes: readonly Route[]) {
  const server = serveParty('/provider', routes);
  const url = await wire.http(`${await server.listen({ host: '127.0.0.1', port: 0 })}/provider`);
  return { url, timeoutMs: wire.timeoutMs, close: () => server.close() };
}

async function connectAutopay(wire: Wire, parts: Parts): Promise<Connected> {
  const handle: HandleCall = async (call) => {
    const found = Object.values(operations).find(([path]) => path === call.path);
    return found?.[1](parts, call);
  };
  const options = {
    name: 'BM',
    service: { ...parts.service, hashMethod: 'SHA256' },
    maxInFlightMs: MAX_IN_FLIGHT_MS,
    ids: createIds(parts.clock, systemRandom),
    returnUrl: () => RETURN_URL,
    allowsPlainLinks: false,
  } as const;
  if (wire.kind === 'local') {
    const faulty = {
      unreadable: { status: 200, body: '<html>' },
      serverError: { status: 503, body: '' },
    };
    const send = localAutopay(wire.local(handle, faulty), wire.clock, wire.timeoutMs);
    return { provider: autopayProvider({ ...options, send }), close: () => Promise.resolve() };
  }
  const bankPage = () => '/page';
  const server = await serve(wire, toRoutes(operatorCalls, { handle, bankPage }));
  const transport = httpAutopay(server);
  return {
    provider: autopayProvider({ ...options, send: transport.send }),
    async close() {
      await transport.close();
      await server.close();
    },
  };
}

async function connectPa(wire: Wire, parts: Parts): Promise<Connected> {
  const handle: HandlePa = (verb, request) => handlers[verb](parts, request);
  const options = {
    name: 'PA',
    service: { serviceId: parts.serviceId, key: secret('key'), hashMethod: 'SHA256' },
    maxInFlightMs: MAX_IN_FLIGHT_MS,
    returnUrl: () => RETURN_URL,
    allowsPlainLinks: false,
  } as const;
  if (wire.kind === 'local') {
    const faulty = {
      unreadable: { status: 200, body: '<html>' },
      serverError: { status: 503, body: undefined },
    };
    const send = localRedirect(wire.local(handle, faulty), wire.clock, wire.timeoutMs);
    return { provider: redirectProvider({ ...options, send }), close: () => Promise.resolve() };
  }
  const server = await serve(wire, toRoutes(paEndpoints, { handle }));
  const transport = httpRedirect({ ...server, key: null });
  return {
    provider: redirectProvider({ ...options, send: transport.send }),
    async close() {
      await transport.close();
      await server.close();
    },
  };
}

const declared = { means: ['REDIRECT'], followUps: ['stop', 'refund'] } as const;
// An order may have several transactions in Autopay's protocol.
const autopay = { ...declared, name: 'BM', startsAgain: true };
testProvider({ ...autopay, open: opener('autopay', connectAutopay) });
testProvider({ ...declared, name: 'PA', open: opener('pa', connectPa) });
