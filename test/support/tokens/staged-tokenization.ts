// A tokenization on channel PAYWALL in the state that an endpoint needs, with its CLIENT tokens.
import { randomUUID } from 'node:crypto';
import type { Client, Json } from '../client.ts';
import { card } from '../life/payments.ts';
import { tokenizerClient, type Token } from '../life/tokens.ts';

export const tokenizationStages = ['token waiting', 'token code wanted', 'token stored'] as const;
export type TokenizationStage = (typeof tokenizationStages)[number];

export interface StagedTokenization {
  readonly tokenizerId: string;
  readonly client: string;
  /** What the endpoint paths need besides; random while there is no token. */
  readonly instrumentRef: string;
  readonly visualId: string;
  /** The whole tokenization, to see that a refusal changes nothing. */
  readonly read: () => Promise<Json>;
}

const { cvv: _cvv, ...withoutCode } = card;

export async function stageTokenization(
  client: Client,
  token: string,
  to: TokenizationStage,
): Promise<StagedTokenization> {
  const tokens = tokenizerClient(client, token);
  // Every tokenization has its own customer, so that each has its own token.
  const customer = { extCustomerId: randomUUID() };
  const kind = to === 'token stored' ? 'NETWORK' : 'COF';
  const made = await tokens.call('POST', '', { channel: 'PAYWALL', customer, kind });
  const { tokenizerId = '', clientToken = '' } = made.body as Record<string, string>;
  const put = (instrument: Json) => tokens.call('PUT', `/${tokenizerId}/instrument`, instrument);
  if (to === 'token code wanted') await put(withoutCode);
  if (to === 'token stored') await put(card);
  const stored = to === 'token stored' ? await tokens.ended(tokenizerId) : {};
  const storedToken = stored['token'] as Token | undefined;
  return {
    tokenizerId,
    client: clientToken,
    instrumentRef: storedToken?.instrumentRef ?? randomUUID(),
    visualId: storedToken?.visualId ?? randomUUID(),
    read: () => tokens.read(tokenizerId),
  };
}
