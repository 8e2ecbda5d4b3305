// POST /v1/admin/merchants/{merchantId}/page-preview: an address at which the operator sees the
// payment page of a merchant, with sample data and a draft of its look.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { endpoint } from '../../http/endpoint.ts';
import { knownFields, secretText, time } from '../../http/schema.ts';
import { DRAFT_MS } from '../../merchants/page/logo.store.ts';
import { pageSettings } from '../../merchants/page/page-settings.ts';
import { MAX_PICTURE_TEXT } from '../../merchants/page/picture.ts';
import type { Links } from '../../payments/links/links.ts';
import { lookProperties, readPage, type SentPage } from '../page/page-schema.ts';
import { midParams, requireMerchant } from '../fields.ts';
import type { AdminParts } from '../parts.ts';

const draftSchema = Type.Object(lookProperties, {
  description: 'Settings that are not stored yet; absent ones are those of the merchant.',
});

export const createPagePreview = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/page-preview',
    summary: 'Preview the payment page of a merchant',
    description:
      'The page shows sample data, and nothing can be paid on it. The merchant is not changed. ' +
      'Everybody who has the address can open it until it ends, an hour later.',
    access: 'operator',
    action: { name: 'PREVIEW_PAGE', subject: 'merchantId' },
    params: midParams,
    body: Type.Object({ page: Type.Optional(draftSchema) }),
    bodyOptional: true,
    maxTextLength: MAX_PICTURE_TEXT,
    reply: Type.Object({
      url: secretText({ description: 'Address of the preview.' }),
      validUntil: time('When it ends'),
    }),
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (
    { links, ...tools }: AdminParts & { readonly links: Links },
    { params: { merchantId }, body },
  ) => {
    const merchant = await requireMerchant(tools, merchantId);
    const sent = knownFields(draftSchema, body?.page ?? {}) as SentPage;
    const { page, logo } = readPage(sent, tools.isProduction, 'page');
    const current = pageSettings(merchant.settings.page).logo;
    if (logo) await tools.logos.removeOthers(merchantId, current);
    const stored = logo ? { logo: await tools.logos.add(merchantId, logo) } : {};
    const validUntil = tools.clock.now() + DRAFT_MS;
    const key = links.previews.keyOf({ merchantId, draft: { ...page, ...stored }, validUntil });
    return { url: links.at(`/pay/preview/${key}`), validUntil: isoTime(validUntil) };
  },
);
