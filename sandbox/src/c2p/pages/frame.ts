// What all pages of the simulated Click to Pay system share: name, disclaimer, and who may frame
// them.

import type { Html } from '@bramka/gateway/http/pages/html.ts';
import type { PageLanguage } from '../../pages/language.ts';
import type { Page } from '../../pages/layout.ts';
import type { PolicyNeeds } from '../../pages/policy.ts';
import { c2pTexts } from './texts.ts';
import type { C2pTexts } from './texts/en.ts';

const NAME = 'Click to Pay';

export interface Framing {
  readonly origin: string | null;
}

interface Body {
  readonly title: string;
  readonly main: Html;
  readonly policy?: Partial<PolicyNeeds>;
  readonly status?: number;
}

export const sayIn = ({ language }: PageLanguage): C2pTexts => c2pTexts[language];

/** Only the shop that has started the checkout may show it in a frame. */
export function page(speech: PageLanguage, { origin }: Framing, body: Body): Page {
  const framing = origin === null ? { isAlone: true } : { framedBy: new URL(origin) };
  return {
    ...body,
    bank: NAME,
    disclaimer: sayIn(speech).disclaimer,
    sendsOrigin: true,
    policy: { forms: 'self', ...framing, ...body.policy },
  };
}
