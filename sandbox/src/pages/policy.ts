// The content security policy of each page: only the page's own style sheet, scripts only for forms
// that submit themselves, and form targets limited to what the page needs.

import { createHash } from 'node:crypto';
import { styleText } from './style.ts';

export const scriptText = 'document.forms[0].submit()';

export interface PolicyNeeds {
  /**
   * Where forms of this page may lead. `anywhere` is for the return to the shop: browsers also
   * apply form-action to redirects, and the result URL redirects to a page or app of the shop that
   * is not known here.
   */
  readonly forms: 'none' | 'self' | 'anywhere' | URL;
  /** The page's form submits itself. */
  readonly isAutomatic?: boolean;
  /** The page contains a frame of its own origin. */
  readonly hasFrame?: boolean;
  /** The page is never shown in a shop's frame. */
  readonly isAlone?: boolean;
  /** The only origin in whose frames the page may be shown. */
  readonly framedBy?: URL;
  /** The text of the script of this page, besides the one of `isAutomatic`. */
  readonly script?: string;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(styleText);
const scriptHash = hashOf(scriptText);

export function policyFor(needs: PolicyNeeds): string {
  const { forms, isAutomatic, hasFrame, isAlone, framedBy, script } = needs;
  const ancestors = framedBy ? formTarget(framedBy) : isAlone ? "'none'" : '*';
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(isAutomatic ? [`script-src ${scriptHash}`] : []),
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(hasFrame ? ["frame-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    ...(forms === 'anywhere' ? [] : [`form-action ${formTarget(forms)}`]),
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

function formTarget(forms: 'none' | 'self' | URL): string {
  if (typeof forms === 'string') return `'${forms}'`;
  // CSP has no syntax for IPv6 addresses, so such a host is allowed by its scheme only.
  return /^[a-z0-9.-]+$/.test(forms.hostname) ? forms.origin : forms.protocol;
}
