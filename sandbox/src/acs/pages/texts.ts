// All texts of the issuer's pages, by language: their own, and those that all pages share.

import type { PageLanguage } from '../../pages/language.ts';
import { texts, type Language } from '../../pages/texts.ts';
import type { PageTexts } from '../../pages/texts/en.ts';
import { en, type AcsTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';

export type IssuerTexts = PageTexts & AcsTexts;

/** A language and the texts of the issuer's pages. */
export interface IssuerLanguage extends PageLanguage {
  readonly say: IssuerTexts;
}

export const issuerTexts: Readonly<Record<Language, IssuerTexts>> = {
  en: { ...texts.en, ...en },
  pl: { ...texts.pl, ...pl },
};
