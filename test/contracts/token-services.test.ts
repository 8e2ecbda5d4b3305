// The contract suite of token services over the plain adapter and the simulated service.
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { TokenAnswer } from '@bramka/gateway/token-services/plain/messages.ts';
import {
  plainTokenService,
  type TokenTransport,
} from '@bramka/gateway/token-services/plain/plain-tokens.ts';
import { httpTokens, localTokens } from '@bramka/gateway/token-services/plain/transport.ts';
import type { TokenScheme } from '@bramka/gateway/token-services/network-token.ts';
import {
  NEWS_URL,
  openTokensFixture,
  SHARED_SECRET,
} from '@bramka/sandbox/testing/tokens-fixture.ts';
import { serviceCalls } from '@bramka/sandbox/tokens/http/protocol.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import type { SimulatedTokens } from '@bramka/sandbox/tokens/tokens.ts';
import type { FaultyAnswers, Wire } from '../support/providers/wire.ts';
import {
  testTokenService,
  type TokenServiceFixture,
} from '../support/token-services/token-service-contract.ts';

const faulty: FaultyAnswers<TokenAnswer> = {
  unreadable: { status: 200, body: '<html>' },
  serverError: { status: 503, body: undefined },
};

const cards = {
  VTS: { usual: '4111111111111111', declined: '4000000000030009' },
  SCOF: { usual: '5555555555554444', declined: '5200000000030004' },
} as const;

async function open(scheme: TokenScheme, wire: Wire): Promise<TokenServiceFixture> {
  const fixture = await openTokensFixture('memory');
  const connected = await connect(scheme, wire, fixture.tokens);
  return {
    service: plainTokenService({
      scheme,
      send: connected.send,
      secret: SHARED_SECRET,
      random: systemRandom,
      notificationUrl: () => NEWS_URL,
    }),
    cards: cards[scheme],
    async setStatus(instrumentRef, status) {
      await fixture.tokens.change(instrumentRef, { status });
    },
    async close() {
      await connected.close();
      await fixture.close();
    },
  };
}

async function connect(
  scheme: TokenScheme,
  wire: Wire,
  tokens: SimulatedTokens,
): Promise<{ readonly send: TokenTransport; close(): Promise<void> }> {
  const { clock, timeoutMs } = wire;
  if (wire.kind === 'local') {
    const handle = wire.local(
      (...[verb, request]: Parameters<TokenTransport>) => tokens.handle(scheme, verb, request),
      faulty,
    );
    return { send: localTokens(handle, clock, timeoutMs), close: () => Promise.resolve() };
  }
  const handle = (...call: Parameters<typeof tokens.handle>) => tokens.handle(...call);
  const server = serveParty('/tokens', toRoutes(serviceCalls, { handle }));
  const listening = await server.listen({ host: '127.0.0.1', port: 0 });
  const url = await wire.http(`${listening}/tokens/${scheme.toLowerCase()}`);
  const transport = httpTokens({ url, key: null, timeoutMs });
  return {
    send: transport.send,
    async close() {
      await transport.close();
      await server.close();
    },
  };
}

for (const scheme of ['VTS', 'SCOF'] as const) {
  testTokenService({ scheme, open: (wire) => open(scheme, wire) });
}
