// The lower part of the page: the languages, the way back to the shop, its terms, and who runs the
// page.

import { h, type VNode } from '../element.ts';
import type { ViewProps } from '../method.ts';
import { languageNames, languages } from '../state.ts';
import { isOpen } from '../view-of.ts';
import { icon } from './icons.ts';

export function footer(props: ViewProps): VNode {
  const { state, t } = props;
  return h(
    'footer',
    { class: 'footer' },
    cancelForm(props),
    h(
      'nav',
      { class: 'languages', 'aria-label': t('language.choose') },
      h(
        'ul',
        null,
        languages.map((language) =>
          h(
            'li',
            { key: language },
            h(
              'a',
              {
                href: `?lang=${language}`,
                hreflang: language,
                lang: language,
                'data-language': language,
                'aria-current': language === state.language ? 'true' : undefined,
              },
              languageNames[language],
            ),
          ),
        ),
      ),
    ),
    legalLinks(props),
    h('p', { class: 'muted powered' }, icon('lock'), t('page.powered', { name: 'Bramka' })),
  );
}

/** In another tab, so that nothing typed is lost. */
function legalLinks({ state, t }: ViewProps): VNode | null {
  const { termsURL = null, privacyURL = null } = state.facts?.look ?? {};
  const link = (href: string | null, text: string): VNode | null =>
    href === null
      ? null
      : h(
          'li',
          null,
          h(
            'a',
            { href, target: '_blank', rel: 'noopener noreferrer' },
            text,
            h('span', { class: 'only-read' }, ` (${t('page.newTab')})`),
          ),
        );
  if (termsURL === null && privacyURL === null) return null;
  const items = [link(termsURL, t('page.terms')), link(privacyURL, t('page.privacy'))];
  return h('ul', { class: 'legal' }, items);
}

function cancelForm({ state, t }: ViewProps): VNode | null {
  const { facts } = state;
  if (!facts || !isOpen(facts.payment) || facts.payment.channel !== 'PAYWALL') return null;
  const shop = facts.look.name;
  const hasWayBack = facts.payment.returnURL !== undefined;
  return h(
    'form',
    { method: 'post', 'data-form': 'cancel' },
    h('input', { type: 'hidden', name: 'action', value: 'cancel' }),
    h(
      'button',
      { type: 'submit', class: 'button is-quiet' },
      icon('back'),
      h('span', null, hasWayBack ? t('page.cancel', { shop }) : t('page.cancelPlain')),
    ),
  );
}
