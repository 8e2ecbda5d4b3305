// GET …/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}: the picture of the card behind a
// network token (specification 4.3), as the token service draws it.

import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { matchesETag } from '../../http/pages/etag.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import { pictureTypes, type CardPicture } from '../../token-services/token-service-port.ts';
import type { TokenizerParts } from '../parts.ts';

/** The picture is shown by an <img>; opened by itself it may load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const CACHE = 'private, max-age=86400';

export const readCardVisual = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}',
    summary: 'Read the picture of a card',
    description:
      'With Accept: image/* the picture itself, otherwise JSON with the picture in base64. The ' +
      'answer has an ETag; If-None-Match is answered with 304.',
    access: 'merchant',
    resource: 'TOKENIZER',
    whileSuspended: true,
    params: Type.Object({
      instrumentRef: Type.String({ maxLength: 64, description: 'Id at the token service.' }),
      visualId: Type.String({ maxLength: 64, description: 'Id of the picture.' }),
    }),
    reply: Type.Object({
      visualId: Type.String({ description: 'Id of the picture.' }),
      mimeType: Type.String({ description: 'Media type of the picture.' }),
      width: Type.Integer({ description: 'Width in pixels.' }),
      height: Type.Integer({ description: 'Height in pixels.' }),
      data: Type.String({ description: 'The picture in base64.' }),
    }),
    pictureTypes,
    hasETag: true,
    refusals: ['TOKEN_NOT_FOUND', 'VISUAL_NOT_FOUND'],
  },
  async (parts: Pick<TokenizerParts, 'tokens' | 'tokenServices'>, { params, caller, header }) => {
    const { merchantId } = caller as MerchantCaller;
    const { instrumentRef, visualId } = params;
    const [token] = await parts.tokens.search(merchantId, { instrumentRef }, 1);
    if (!token || token.type === 'COF' || token.status === 'DISCARDED') {
      return refuse('TOKEN_NOT_FOUND');
    }
    const service = parts.tokenServices.find(token.type);
    const picture = await service?.visual(instrumentRef, visualId);
    if (!picture) return refuse('VISUAL_NOT_FOUND');
    const asImage = /\bimage\//.test(header('accept') ?? '');
    return pictureReply(picture, visualId, asImage, header('if-none-match'));
  },
);

function pictureReply(
  picture: CardPicture,
  visualId: string,
  asImage: boolean,
  ifNoneMatch: string | undefined,
): RawReply {
  const { mimeType, width, height, data } = picture;
  const json = JSON.stringify({ visualId, mimeType, width, height, data: data.toString('base64') });
  const body = asImage ? data : json;
  const digest = createHash('sha256').update(mimeType).update(body).digest('base64url');
  const headers = {
    etag: `"${digest.slice(0, 22)}"`,
    'cache-control': CACHE,
    vary: 'accept',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  };
  if (matchesETag(ifNoneMatch, headers.etag)) return new RawReply(304, headers, '');
  const type = asImage ? mimeType : 'application/json; charset=utf-8';
  return new RawReply(200, { ...headers, 'content-type': type }, body);
}
