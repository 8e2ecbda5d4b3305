// Converts stored cards to network tokens (specification 4.3), up to 100 at a time; the originals
// stay. Each conversion is a tokenization of its own: repeating the request continues conversions
// that are in progress and never provisions a card twice.

import type { DepsOf } from '../http/endpoint.ts';
import { Draft } from '../journal/entry.ts';
import { setCheck } from '../payments/model/tokenization-check.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { Channel } from '../merchants/merchant.ts';
import { schemeOf } from '../token-services/registry.ts';
import type { CardToken } from '../vault/card-token.store.ts';
import { addTokenization, newTokenization } from './advance-tokenization.ts';
import type { TokenizerParts } from './parts.ts';
import { continueTokenization } from './processing/continue-tokenization.ts';
import type { Tokenization } from './tokenization.ts';

interface ConvertInput {
  readonly merchantId: string;
  readonly channel: Channel;
  readonly dryRun: boolean;
}

export type Conversion =
  | { readonly status: 'CONVERTED'; readonly token: CardToken | undefined }
  /** The token service has not answered; the gateway keeps asking. */
  | { readonly status: 'PENDING' }
  | { readonly status: 'REJECTED'; readonly rejectCode: RejectCode };

const CONCURRENT = 8;
/** After this time another node takes over a conversion whose node has stopped. */
const TAKEN_OVER_AFTER_MS = 5000;

/** One result for each number, in their order. */
export async function convertTokens(
  parts: DepsOf<typeof convertOne>,
  numbers: readonly string[],
  input: ConvertInput,
): Promise<Conversion[]> {
  const results: Conversion[] = [];
  for (let from = 0; from < numbers.length; from += CONCURRENT) {
    const group = numbers.slice(from, from + CONCURRENT);
    results.push(...(await Promise.all(group.map((one) => convertOne(parts, one, input)))));
  }
  return results;
}

async function convertOne(
  parts: Pick<TokenizerParts, 'tokens'> &
    DepsOf<typeof reasonAgainst | typeof conversionOf | typeof continueTokenization>,
  tokenNumber: string,
  input: ConvertInput,
): Promise<Conversion> {
  const { merchantId } = input;
  const source = await parts.tokens.findByNumber(merchantId, tokenNumber);
  const rejectCode = reasonAgainst(parts, source);
  if (!source || rejectCode !== null) {
    return { status: 'REJECTED', rejectCode: rejectCode ?? 'TOKEN_NOT_ACTIVE' };
  }
  if (input.dryRun) return { status: 'CONVERTED', token: undefined };
  const tokenization = await conversionOf(parts, source, input);
  const after = await continueTokenization(parts, tokenization, true);
  return resultOf(parts, after ?? tokenization);
}

function reasonAgainst(
  { tokenServices }: Pick<TokenizerParts, 'tokenServices'>,
  source: CardToken | undefined,
): RejectCode | null {
  if (source?.status !== 'ACTIVE' || source.type !== 'COF') return 'TOKEN_NOT_ACTIVE';
  const scheme = schemeOf(source.organization);
  return scheme && tokenServices.find(scheme) ? null : 'TOKENIZATION_NOT_SUPPORTED';
}

/** The conversion in progress or completed, or a new one. */
async function conversionOf(
  parts: Pick<TokenizerParts, 'tokenizations' | 'clock' | 'ids' | 'journal' | 'failpoints'>,
  { merchantId, tokenId, extCustomerId }: CardToken,
  { channel }: ConvertInput,
): Promise<Tokenization> {
  const existing = await parts.tokenizations.conversionOf(merchantId, tokenId);
  if (existing) return existing;
  const now = { at: parts.clock.now(), ids: parts.ids };
  const draft = new Draft();
  const tokenizerId = now.ids.next();
  const fields = { merchantId, tokenizerId, kind: 'NETWORK', channel, extCustomerId } as const;
  const fresh = { ...fields, paymentId: null, sourceTokenId: tokenId };
  const tokenization = newTokenization(fresh, now);
  addTokenization(draft, tokenization, now);
  setCheck(draft, tokenization, now.at + TAKEN_OVER_AFTER_MS);
  const result = await parts.journal.commit(draft);
  await parts.failpoints.reach('conversion.committed');
  if (result.kind === 'committed') return tokenization;
  // Another request was faster.
  const faster = await parts.tokenizations.conversionOf(merchantId, tokenId);
  if (!faster) throw new Error(`the conversion of ${tokenId} was not stored`);
  return faster;
}

async function resultOf(
  { tokens }: Pick<TokenizerParts, 'tokens'>,
  of: Tokenization,
): Promise<Conversion> {
  const { merchantId, status, tokenId, rejectCode } = of;
  if (status === 'COMPLETED' && tokenId !== null) {
    return { status: 'CONVERTED', token: await tokens.find({ merchantId, tokenId }) };
  }
  if (status === 'NEW' || status === 'PENDING') return { status: 'PENDING' };
  return { status: 'REJECTED', rejectCode: rejectCode ?? 'SYSTEM_ERROR' };
}
