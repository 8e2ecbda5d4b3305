// POST /v1/ecommerce/auth: exchanges MID and secret for an access token (specification 4.1 and
// section 5). A wrong MID and a wrong secret get the same answer after the same work.

import { Type, type Static } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import { addressKey } from '../../http/admission/address.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { Resource } from '../../http/caller.ts';
import type { RateLimit } from '../../http/limits.ts';
import { oneOf, text } from '../../http/schema.ts';
import { channelMeanings } from '../../merchants/meanings.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { SecretChecker } from '../../merchants/secrets.ts';
import { lifetimeSeconds, type Jwts } from '../jwt.ts';

const party = (who: string, description: string) =>
  Type.Object({ merchantId: text(64, `MID of the ${who}.`) }, { description });

const resourceMeanings = {
  PAYMENT: 'Payments; valid for 10 minutes.',
  TOKENIZER: 'Card tokens; valid for 10 minutes.',
  UNIVERSAL: 'Everything; valid for 24 hours.',
} as const;

const body = Type.Object({
  resource: Type.Optional(
    oneOf(resourceMeanings, 'What the token gives access to. Absent: UNIVERSAL.'),
  ),
  channel: Type.Optional(
    oneOf(channelMeanings, 'Default channel of payments made with the token.'),
  ),
  secret: Type.String({
    minLength: 1,
    maxLength: 256,
    description: "The merchant's API secret; the agent's when an agent is named",
  }),
  merchant: party('merchant', 'The merchant that the token is for.'),
  agent: Type.Optional(
    party('agent', 'The agent that acts for the merchant, with its own secret.'),
  ),
  customer: Type.Optional(
    Type.Object(
      {
        email: Type.Optional(text(254, 'E-mail address of the customer; written into the token.')),
      },
      { description: 'The customer that the token is used for, if there is one.' },
    ),
  ),
});

const reply = Type.Object({
  access_token: Type.String({ description: 'Send it as Authorization: Bearer <access_token>.' }),
  token_type: Type.String({ description: 'Bearer.' }),
  expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
  resource: oneOf(resourceMeanings, 'What the token gives access to.'),
  channel: Type.Optional(oneOf(channelMeanings, 'Default channel of payments; absent: WEBAPI.')),
});

export interface IssueTokenParts {
  readonly merchants: MerchantStore;
  readonly checker: SecretChecker;
  readonly jwts: Jwts;
  /** Failed attempts by address. */
  readonly loginFailures: RateLimit;
}

export const issueToken = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/auth',
    summary: 'Get an access token with MID and secret',
    description:
      'The token is valid until it expires, its secret is dropped, the merchant (or the agent ' +
      'that holds it) is suspended, or the operator revokes it. A suspended merchant can get a ' +
      'token that reads, captures and cancels existing payments.',
    access: 'open',
    emptyIsAbsent: true,
    body,
    reply,
    refusals: ['INVALID_REQUEST', 'CREDENTIALS_INVALID', 'AGENT_SUSPENDED', 'TOO_MANY_REQUESTS'],
  },
  async (parts: IssueTokenParts, { body: input, address }) => {
    const { merchant, holder, secretId } = await identify(parts, input, address);
    const { merchantId } = merchant;
    const agentId = input.agent?.merchantId ?? null;
    // A suspended merchant can still read, capture and cancel, but cannot act as an agent.
    if (agentId !== null && holder.status !== 'ACTIVE') refuse('AGENT_SUSPENDED');
    const resource: Resource = input.resource ?? 'UNIVERSAL';
    const channel = input.channel ?? null;
    return {
      access_token: await parts.jwts.issueMerchant(
        {
          merchantId,
          agentId,
          resource,
          channel,
          secretId,
          merchantVersion: merchant.version,
          agentVersion: holder.version,
        },
        input.customer?.email,
      ),
      token_type: 'Bearer',
      expires_in: lifetimeSeconds[resource],
      resource,
      ...(channel === null ? {} : { channel }),
    };
  },
);

/** The merchant and the holder of the secret. Wrong secrets are refused and counted per address. */
async function identify(
  { merchants, checker, loginFailures: failures }: IssueTokenParts,
  input: Static<typeof body>,
  address: string,
) {
  const client = addressKey(address);
  if (failures.isExhausted(client)) failures.take(client);
  // Read from the database: a token issued for a cached old version would be revoked on first use.
  const merchant = await merchants.read(input.merchant.merchantId);
  const agentId = input.agent?.merchantId ?? null;
  const holder = agentId === null ? merchant : await merchants.read(agentId);
  let isCounted = false;
  // An attempt counts before it is hashed, so that no address can fill the queue for all others.
  const matched = await checker.match(holder, secret(input.secret), () => {
    failures.take(client);
    isCounted = true;
  });
  const bound = agentId === null || merchant?.settings.agents.includes(agentId) === true;
  if (!matched || !merchant || !holder || !bound) {
    if (!isCounted) failures.take(client);
    return refuse('CREDENTIALS_INVALID');
  }
  if (isCounted) failures.giveBack(client);
  return { merchant, holder, secretId: matched.id };
}
