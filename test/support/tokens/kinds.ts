// Every kind of token that a caller may have for one payment, valid or not. Expired ones are signed
// with the gateway's own key by a clock in the past.
import { createJwts } from '@bramka/gateway/auth/jwt.ts';
import { signingKeys } from '@bramka/gateway/auth/signing-keys.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { Client } from '../client.ts';
import type { Installation } from '../installation.ts';
import { openInstallationKeys } from './installation-keys.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A merchant with an agent, and an unrelated merchant. */
export interface TokenOwners {
  readonly merchantId: string;
  readonly universal: string;
  readonly payment: string;
  readonly tokenizer: string;
  readonly agent: string;
  readonly stranger: string;
}

export async function castOf(client: Client): Promise<TokenOwners> {
  const agent = await client.addMerchant();
  const shop = await client.addMerchant({ agents: [agent.merchantId] });
  const otherMerchant = await client.addMerchant();
  const of = (resource: string): Promise<string> =>
    client.authenticate(shop.merchantId, shop.secret, { resource });
  const named = { agent: { merchantId: agent.merchantId } };
  return {
    merchantId: shop.merchantId,
    universal: await of('UNIVERSAL'),
    payment: await of('PAYMENT'),
    tokenizer: await of('TOKENIZER'),
    agent: await client.authenticate(shop.merchantId, agent.secret, named),
    stranger: await client.authenticate(otherMerchant.merchantId, otherMerchant.secret),
  };
}

/**
 * Signs tokens as an older gateway of this installation did in the past: they do not name their
 * secret.
 */
export async function signInPast(
  installation: Installation,
  database: Database,
  { hoursAgo } = { hoursAgo: 25 },
) {
  const clock = handClock(Date.now() - hoursAgo * HOUR_MS);
  const ids = createIds(clock, systemRandom);
  const { ring } = await openInstallationKeys(installation, database);
  const keys = signingKeys({ database, ring, clock, ids, random: systemRandom });
  const jwts = createJwts({ keys, clock, ids, environment: 'sandbox' });
  const nobody = { agentId: null, channel: null, resource: 'UNIVERSAL', secretId: null } as const;
  const versions = { merchantVersion: 0, agentVersion: 0 };
  return {
    merchant: (merchantId: string) => jwts.issueMerchant({ merchantId, ...nobody, ...versions }),
    client: (merchantId: string, paymentId: string, generation: number) =>
      jwts.issueClient(
        { merchantId, paymentId, generation, merchantVersion: 0 },
        clock.now() + 60_000,
      ),
  };
}
