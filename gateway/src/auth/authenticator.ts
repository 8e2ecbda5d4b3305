// From bearer text to caller: a merchant's token of a live merchant, or the operator's key.

import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '../core/refusals.ts';
import { open, type Secret } from '../core/secret.ts';
import type { Authenticator } from '../http/caller.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { Jwts } from './jwt.ts';

export function createAuthenticator(
  jwts: Jwts,
  merchants: MerchantStore,
  adminKey: Secret<string>,
): Authenticator {
  const expected = digest(open(adminKey));
  return {
    async merchantOrClient(bearer) {
      const caller = await jwts.verify(bearer);
      const merchant = await merchants.find(caller.merchantId);
      if (merchant?.status !== 'ACTIVE') return refuse('TOKEN_INVALID');
      if (caller.kind === 'merchant' && caller.agentId !== null) {
        const agent = await merchants.find(caller.agentId);
        const bound = merchant.settings.agents.includes(caller.agentId);
        if (agent?.status !== 'ACTIVE' || !bound) return refuse('TOKEN_INVALID');
      }
      return caller;
    },
    operator(bearer) {
      if (!timingSafeEqual(digest(bearer), expected)) refuse('ADMIN_KEY_INVALID');
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
