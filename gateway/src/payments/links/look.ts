// How the payment page of a merchant looks, its name, colour, logo and links, and which origins may
// show it in a frame.

import { Type } from 'typebox';
import { optionalText } from '../../http/schema.ts';
import { present } from '../../core/json/present.ts';
import { invalid } from '../../core/refusals.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { logoPath, pageSettings, type PageSettings } from '../../merchants/page/page-settings.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { Payment } from '../model/payment.ts';

export const lookSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the shop.' }),
    color: optionalText('Such as #0b6e4f. Absent: the colour of the page itself.'),
    logoURL: optionalText('Path of the logo, a picture that never changes. Absent: none.'),
    termsURL: optionalText('Address of the terms of the shop. Absent: none.'),
    privacyURL: optionalText('Address of the privacy notice of the shop. Absent: none.'),
  },
  { description: 'How the page of this merchant looks.' },
);

/** `draft` replaces settings, for a preview. */
export function lookOf(
  { merchantId, settings }: Merchant,
  draft: Partial<PageSettings> = {},
): object {
  const { color, logo, termsURL, privacyURL } = { ...pageSettings(settings.page), ...draft };
  const logoURL = logo === null ? null : logoPath(merchantId, logo);
  return { name: settings.name, ...present({ color, logoURL, termsURL, privacyURL }) };
}

/** Only payments that were made for a frame may be framed, by the origins registered now. */
export function frameOriginsOf(
  options: PaymentOptions | undefined,
  { settings }: Merchant,
): readonly string[] {
  return options?.iframe === true ? pageSettings(settings.page).frameOrigins : [];
}

interface FramedRequest {
  readonly body?: { readonly options?: PaymentOptions };
  readonly payment: Pick<Payment, 'channel'>;
  readonly merchant: Merchant;
}

/** Feature: a new payment whose page could not be shown in any frame is refused. */
export function framing(_deps: unknown, { body, payment, merchant }: FramedRequest): undefined {
  if (body?.options?.iframe !== true) return;
  if (payment.channel !== 'PAYWALL') {
    throw invalid('options.iframe', 'needs channel PAYWALL: only its page can be in a frame');
  }
  if (frameOriginsOf(body.options, merchant).length > 0) return;
  const message =
    'No origin may show the payment page of this merchant in a frame. Ask the operator to add ' +
    'the origin of the shop to page.frameOrigins.';
  throw invalid('options.iframe', message);
}
