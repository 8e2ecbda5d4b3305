// Finds the caller of a bearer token: a merchant's token that is not revoked, or the operator's
// key. Merchant records are at most one second old, so a revocation takes effect on every node
// within a second.

import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '../core/refusals.ts';
import { open, type Secret } from '../core/secret.ts';
import type { Authenticator, ClientCaller, MerchantCaller } from '../http/caller.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { MerchantStore } from '../merchants/merchant.store.ts';
import type { ClientClaims, Jwts, MerchantClaims } from './jwt.ts';

export function createAuthenticator(
  jwts: Jwts,
  merchants: MerchantStore,
  adminKey: Secret<string>,
): Authenticator {
  const expected = digest(open(adminKey));
  return {
    async merchantOrClient(bearer) {
      const claims = await jwts.verify(bearer);
      const merchant = await merchants.findSince(claims.merchantId, claims.merchantVersion);
      if (!merchant) return refuse('TOKEN_INVALID');
      if (claims.kind === 'client') return clientCaller(claims, merchant);
      const { agentId } = claims;
      const agent =
        agentId === null ? null : await merchants.findSince(agentId, claims.agentVersion);
      return merchantCaller(claims, merchant, agent);
    },
    operator(bearer) {
      if (!timingSafeEqual(digest(bearer), expected)) refuse('ADMIN_KEY_INVALID');
    },
  };
}

/**
 * A new link would not help the page of a suspended merchant, so the refusal names the reason. A
 * token that the page has obtained for its link since then can read how the payment ended.
 */
function clientCaller(claims: ClientClaims, merchant: Merchant): ClientCaller {
  const { kind, merchantId, paymentId, generation, merchantVersion } = claims;
  const isSuspended = merchant.status === 'SUSPENDED';
  if (merchantVersion < merchant.tokensSince) {
    refuse(isSuspended ? 'MERCHANT_SUSPENDED' : 'CLIENT_TOKEN_INVALID');
  }
  return { kind, merchantId, paymentId, generation, isSuspended };
}

/** `agent` is null when the merchant acts for itself. */
function merchantCaller(
  claims: MerchantClaims,
  merchant: Merchant,
  agent: Merchant | null | undefined,
): MerchantCaller {
  const { kind, merchantId, agentId, resource, channel, secretId } = claims;
  const isRevoked =
    claims.merchantVersion < merchant.tokensSince ||
    (agent !== null && !isAgentAllowed(merchant, agent, claims)) ||
    !isSecretLive(agent ?? merchant, secretId);
  if (isRevoked) refuse('TOKEN_REVOKED');
  const isSuspended = merchant.status === 'SUSPENDED';
  return { kind, merchantId, agentId, resource, channel, isSuspended };
}

function isAgentAllowed(
  merchant: Merchant,
  agent: Merchant | undefined,
  { merchantVersion, agentVersion }: MerchantClaims,
): boolean {
  return (
    agent?.status === 'ACTIVE' &&
    agentVersion >= agent.tokensSince &&
    merchantVersion >= merchant.agentTokensSince &&
    merchant.settings.agents.includes(agent.merchantId)
  );
}

/** Tokens issued before tokens named their secret end with the first revocation of any kind. */
function isSecretLive({ secrets }: Merchant, secretId: string | null): boolean {
  return secretId === null || secrets.some(({ id }) => id === secretId);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
