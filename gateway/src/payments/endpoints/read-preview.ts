// POST /v1/ecommerce/payment/preview: the payment page exchanges the key of a preview for the look
// that it shows with sample data. Nothing can be paid in a preview.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { time } from '../../http/schema.ts';
import { pageSettings } from '../../merchants/page/page-settings.ts';
import { lookOf, lookSchema } from '../links/look.ts';
import type { PaymentParts } from '../processing/parts.ts';

const MAX_KEY_LENGTH = 1100;

export const readPreview = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/preview',
    summary: 'Read the look of a preview of the payment page',
    description: 'For payment pages. The operator creates the key (page-preview of the merchant).',
    access: 'open',
    emptyIsAbsent: false,
    body: Type.Object({
      key: Type.String({
        maxLength: MAX_KEY_LENGTH,
        description: 'What follows /pay/preview/ in the address.',
      }),
    }),
    reply: Type.Object({
      look: lookSchema,
      savesCards: Type.Boolean({ description: 'Whether the page offers to save a card.' }),
      validUntil: time('When the preview ends'),
    }),
    refusals: ['PREVIEW_NOT_FOUND'],
  },
  async (
    { links, merchants, clock }: Pick<PaymentParts, 'links' | 'merchants' | 'clock'>,
    { body: { key } },
  ) => {
    const preview = links.previews.read(key, clock.now());
    const merchant = preview && (await merchants.find(preview.merchantId));
    if (!merchant) return refuse('PREVIEW_NOT_FOUND');
    const { draft, validUntil } = preview;
    const { savesCards } = { ...pageSettings(merchant.settings.page), ...draft };
    return { look: lookOf(merchant, draft), savesCards, validUntil: isoTime(validUntil) };
  },
);
