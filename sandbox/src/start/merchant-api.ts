// The merchant API as a demo shop uses it: it logs in with its published secret, creates a payment
// and reads its status.

import { invalid, Refusal, type RefusalCode } from '@bramka/gateway/core/refusals.ts';
import { refusals, type RefusalDetail } from '@bramka/gateway/core/refusals.ts';
import type { CallGateway, GatewayAnswer } from './call-gateway.ts';
import type { DemoShop } from './parts.ts';

const BASE = '/v1/ecommerce';

type ShopCall = Omit<Parameters<CallGateway>[0], 'token' | 'address'>;

export type MerchantApi = ReturnType<typeof merchantApi>;

export function merchantApi(call: CallGateway) {
  /** By MID. */
  const tokens = new Map<string, string>();

  const logIn = async (shop: DemoShop, address: string): Promise<string> => {
    const { merchantId, apiSecret: secret } = shop;
    const body = { merchant: { merchantId }, secret };
    const answer = await call({ method: 'POST', path: `${BASE}/auth`, address, body });
    if (answer.status === 401) throw invalid('merchantId', CHANGED);
    const token = String(acceptedBody(answer)['access_token']);
    tokens.set(merchantId, token);
    return token;
  };
  const callAs = async (shop: DemoShop, address: string, asked: ShopCall) => {
    const keptToken = tokens.get(shop.merchantId);
    const token = keptToken ?? (await logIn(shop, address));
    const answer = await call({ ...asked, token, address });
    // The clock was moved past the end of the token, or the sandbox was reset.
    if (answer.status !== 401 || keptToken === undefined) return answer;
    return call({ ...asked, token: await logIn(shop, address), address });
  };
  return {
    /** Throws the gateway's refusal. */
    async create(shop: DemoShop, body: object, address: string) {
      const path = `${BASE}/payment`;
      return acceptedBody(await callAs(shop, address, { method: 'POST', path, body }));
    },
    /** The answer as it was sent. */
    readStatus(shop: DemoShop, paymentId: string, address: string) {
      const path = `${BASE}/payment/${paymentId}/status`;
      return callAs(shop, address, { method: 'GET', path });
    },
  };
}

const CHANGED =
  'has another API secret than the published one; `bramka reset` restores the demo merchants';

function acceptedBody({ status, body }: GatewayAnswer): GatewayAnswer['body'] {
  if (status === 200) return body;
  const code = String(body['code']);
  if (!Object.hasOwn(refusals, code)) throw new Error(`the merchant API answered ${status}`);
  throw new Refusal(code as RefusalCode, (body['details'] ?? []) as RefusalDetail[]);
}
