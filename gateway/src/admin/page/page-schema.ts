// The settings of the payment page as a schema, and what the schema cannot express.

import { Type } from 'typebox';
import { present } from '../../core/json/present.ts';
import { invalid } from '../../core/refusals.ts';
import { optionalFlag, patternText } from '../../http/schema.ts';
import {
  frameOriginProblem,
  linkProblem,
  logoPath,
  pageSettings,
  type PageSettings,
} from '../../merchants/page/page-settings.ts';
import { MAX_ADDRESS_LENGTH } from '../../merchants/web-address.ts';
import { MAX_PICTURE_TEXT, readPicture, type Picture } from '../../merchants/page/picture.ts';

export const lookProperties = {
  color: Type.Optional(
    patternText('^(#[0-9A-Fa-f]{6})?$', 'a colour such as #0b6e4f, or empty to clear it', {
      description: 'Colour of buttons and links; texts on it keep their contrast',
    }),
  ),
  logo: Type.Optional(
    Type.String({
      maxLength: MAX_PICTURE_TEXT,
      description:
        'PNG, JPEG or WebP as a data URL, at most 40 kB and 1024 pixels wide and high; empty ' +
        'clears it. Answers contain the path of the picture',
    }),
  ),
  savesCards: optionalFlag('Whether customers can save cards and pay with saved ones'),
};

const link = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: MAX_ADDRESS_LENGTH,
      description:
        `Address of ${what} of the shop, linked on the page; https in production. ` +
        'Empty clears it',
    }),
  );

export const pageSchema = Type.Object(
  {
    ...lookProperties,
    termsURL: link('the terms'),
    privacyURL: link('the privacy notice'),
    frameOrigins: Type.Optional(
      Type.Array(Type.String({ maxLength: 256 }), {
        maxItems: 20,
        description:
          'Origins that may show the page in a frame (options.iframe), such as ' +
          'https://shop.example; in the sandbox * allows every origin',
      }),
    ),
  },
  { description: 'The payment page of the merchant.' },
);

/** The settings as they are sent: the logo is a data URL. */
export type SentPage = Partial<PageSettings>;

/** The checked settings, and the new logo; its hash replaces the data URL when it is stored. */
interface ReadPage {
  readonly page: SentPage;
  readonly logo?: Picture;
}

/** `field` is where the settings are in the request. */
export function readPage(sent: SentPage, isProduction: boolean, field: string): ReadPage {
  for (const origin of sent.frameOrigins ?? []) {
    const problem = frameOriginProblem(origin, isProduction);
    if (problem !== undefined) throw invalid(`${field}.frameOrigins`, problem);
  }
  const { color, logo, termsURL, privacyURL, ...rest } = sent;
  const page = {
    ...rest,
    ...readLinks({ termsURL, privacyURL }, isProduction, field),
    ...(color === undefined ? {} : { color: color === '' ? null : (color?.toLowerCase() ?? null) }),
  };
  if (logo === undefined || logo === null) return { page };
  if (logo === '') return { page: { ...page, logo: null } };
  const picture = readPicture(logo);
  if (typeof picture === 'string') throw invalid(`${field}.logo`, picture);
  return { page, logo: picture };
}

/** An empty address clears the setting. */
function readLinks(sent: SentLinks, isProduction: boolean, field: string): Partial<PageSettings> {
  const links = Object.entries(sent).flatMap(([name, url]) => {
    if (url === undefined) return [];
    const problem = url ? linkProblem(url, isProduction) : undefined;
    if (problem !== undefined) throw invalid(`${field}.${name}`, problem);
    return [[name, url || null]];
  });
  return Object.fromEntries(links) as Partial<PageSettings>;
}

type SentLinks = { readonly [K in 'termsURL' | 'privacyURL']: PageSettings[K] | undefined };

/** As in answers: values that are not set are left out. */
export function pageView(merchantId: string, page: Partial<PageSettings> | undefined): object {
  const { logo, ...rest } = pageSettings(page);
  return {
    ...present(rest),
    ...(logo === null ? {} : { logo: logoPath(merchantId, logo) }),
  };
}
