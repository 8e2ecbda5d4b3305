// The security headers of the page: scripts only from its own origin, only the styles of the page,
// frames and forms also to banks, whose addresses are not known in advance.

import { isForm } from '../../page/view-of.ts';
import type { OpenedLink } from '../load.ts';
import { styleSource } from './styles.ts';
import type { Sources } from './method-sources.ts';

interface PolicyOptions {
  /** Origins that may show this payment in a frame; none: nobody may. */
  readonly frameOrigins: readonly string[];
  /** The sandbox has banks without TLS. */
  readonly isSandbox: boolean;
  /** Of the methods that the payment offers. */
  readonly sources: Sources;
  /** The texts of all styles in the HTML. */
  readonly styles: readonly string[];
}

/**
 * A shop with its own checkout may show a challenge in a frame, which ends on this page: then
 * every site may frame it, because there is nothing to enter or to cancel.
 */
export function framingOrigins({ facts, frameOrigins }: OpenedLink): readonly string[] {
  const { payment } = facts;
  const isOnlyShown = payment.channel !== 'PAYWALL' && !isForm(payment);
  return isOnlyShown ? ['*'] : frameOrigins;
}

export function securityHeaders({
  frameOrigins,
  isSandbox,
  sources,
  styles,
}: PolicyOptions): Record<string, string> {
  const banks = isSandbox ? "'self' https: http:" : "'self' https:";
  const ancestors = frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'";
  return {
    'content-security-policy': [
      "default-src 'none'",
      ["script-src 'self'", ...sources.scripts].join(' '),
      ['style-src', ...styles.map(styleSource)].join(' '),
      "img-src 'self' data:",
      ["connect-src 'self'", ...sources.connections].join(' '),
      `frame-src ${banks}`,
      `form-action ${banks}`,
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      `trusted-types ${sources.trusted.length > 0 ? sources.trusted.join(' ') : "'none'"}`,
    ].join('; '),
    ...(frameOrigins.length > 0 ? {} : { 'x-frame-options': 'DENY' }),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'permissions-policy':
      'payment=(self), camera=(), microphone=(), geolocation=(), usb=(), midi=()',
    // A wallet opens its own window and answers to this one.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  };
}
