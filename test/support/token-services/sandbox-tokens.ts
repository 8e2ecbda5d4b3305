// The gateway's adapter at the simulated token service of a running sandbox, over HTTP.
import assert from 'node:assert/strict';
import { uuidV7 } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { NetworkToken, TokenScheme } from '@bramka/gateway/token-services/network-token.ts';
import { plainTokenService } from '@bramka/gateway/token-services/plain/plain-tokens.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { TOKEN_NEWS_PATH } from '@bramka/gateway/token-services/token-news.ts';
import { SANDBOX_SECRET } from '@bramka/sandbox/tokens/party.ts';

export const TOKEN_MERCHANT = '10000001';

export function sandboxTokenService(gatewayUrl: string, scheme: TokenScheme) {
  const url = `${gatewayUrl}/sandbox/tokens/${scheme.toLowerCase()}`;
  const { send, close } = httpTransport({ url, key: null, timeoutMs: 30_000 });
  const service = plainTokenService({
    scheme,
    send,
    secret: SANDBOX_SECRET,
    random: systemRandom,
    notificationUrl: () => `${gatewayUrl}${TOKEN_NEWS_PATH}`,
  });
  return {
    service,
    close,
    /** A token of the first demo merchant. */
    async issue(number: string, merchantId = TOKEN_MERCHANT): Promise<NetworkToken> {
      const requestId = uuidV7(Date.now(), systemRandom(10));
      const card = { number: secret(number), expiry: secret('203012') };
      const answer = await service.provision({ requestId, merchantId, card });
      assert.equal(answer.kind, 'provisioned');
      return answer.kind === 'provisioned' ? answer.token : assert.fail();
    },
  };
}
