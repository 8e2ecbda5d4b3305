// The contract suite of token services over the plain adapter and the simulated service.
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { plainTokenService } from '@bramka/gateway/token-services/plain/plain-tokens.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import {
  NEWS_URL,
  openTokensFixture,
  SHARED_SECRET,
} from '@bramka/sandbox/testing/tokens-fixture.ts';
import { serviceCalls } from '@bramka/sandbox/tokens/http/protocol.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { testTokenService } from '../support/token-services/token-service-contract.ts';

const cards = {
  VTS: { usual: '4111111111111111', declined: '4000000000030009' },
  SCOF: { usual: '5555555555554444', declined: '5200000000030004' },
} as const;

for (const scheme of ['VTS', 'SCOF'] as const) {
  testTokenService({
    scheme,
    connect(url, timeoutMs) {
      const { send, close } = httpTransport({ url, key: null, timeoutMs });
      const adapter = plainTokenService({
        scheme,
        send,
        secret: SHARED_SECRET,
        random: systemRandom,
        notificationUrl: () => NEWS_URL,
      });
      return { adapter, close };
    },
    async open() {
      const { tokens, ...fixture } = await openTokensFixture('memory');
      const handle = (...call: Parameters<typeof tokens.handle>) => tokens.handle(...call);
      const server = serveParty('/tokens', toRoutes(serviceCalls, { handle }));
      const listening = await server.listen({ host: '127.0.0.1', port: 0 });
      return {
        url: `${listening}/tokens/${scheme.toLowerCase()}`,
        cards: cards[scheme],
        async setStatus(instrumentRef, status) {
          await tokens.change(instrumentRef, { status });
        },
        async close() {
          await server.close();
          await fixture.close();
        },
      };
    },
  });
}
