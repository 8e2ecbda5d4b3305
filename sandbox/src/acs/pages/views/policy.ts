// The content security policy of each page: nothing loads but the page's own style sheet, scripts
// run only where a form sends itself, and forms lead only where the page's task leads.

import { createHash } from 'node:crypto';
import { styleText } from './style.ts';

export const scriptText = 'document.forms[0].submit()';

export interface PolicyNeeds {
  /**
   * Where forms of this page may lead. `anywhere` is for the way back to the shop: browsers hold
   * the policy against redirects as well, and the address that takes the result redirects to a
   * shop's page or app we know nothing of.
   */
  readonly forms: 'none' | 'self' | 'anywhere' | URL;
  /** The page's form sends itself. */
  readonly isAutomatic?: boolean;
  /** The page holds a frame of its own kind. */
  readonly hasFrame?: boolean;
  /** The page never stands in a shop's frame. */
  readonly isAlone?: boolean;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(styleText);
const scriptHash = hashOf(scriptText);

export function policyFor({ forms, isAutomatic, hasFrame, isAlone }: PolicyNeeds): string {
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(isAutomatic ? [`script-src ${scriptHash}`] : []),
    ...(hasFrame ? ["frame-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    ...(forms === 'anywhere' ? [] : [`form-action ${formTarget(forms)}`]),
    `frame-ancestors ${isAlone ? "'none'" : '*'}`,
  ].join('; ');
}

function formTarget(forms: 'none' | 'self' | URL): string {
  if (typeof forms === 'string') return `'${forms}'`;
  // The grammar of policies has no IPv6 address, so such a host is named by its scheme alone.
  return /^[a-z0-9.-]+$/.test(forms.hostname) ? forms.origin : forms.protocol;
}
