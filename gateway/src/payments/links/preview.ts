// Keys of previews: the operator sees the payment page with sample data and a draft of its look.
// The key contains the draft and is signed, so that nothing is stored and nobody else can show
// texts or pictures under the name of a merchant.

import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { fingerprint, type Key } from '../../core/seal.ts';
import type { PageSettings } from '../../merchants/page/page-settings.ts';

/** The settings that the page shows; absent ones are those of the merchant. */
type PageDraft = Partial<Pick<PageSettings, 'color' | 'logo' | 'savesCards'>>;

interface Preview {
  readonly merchantId: string;
  readonly draft: PageDraft;
  readonly validUntil: Instant;
}

export interface Previews {
  keyOf(preview: Preview): string;
  /** Undefined for a key that this gateway did not make, or that has expired. */
  read(key: string, now: Instant): Preview | undefined;
}

const FORM = /^([A-Za-z0-9_-]{1,1000})\.([0-9a-f]{64})$/;

export function createPreviews(key: Key): Previews {
  /** The text differs from those of links, which begin with a MID. */
  const sign = (text: string): Buffer => fingerprint(key, `preview|${text}`);
  return {
    keyOf(preview) {
      const text = Buffer.from(JSON.stringify(preview)).toString('base64url');
      return `${text}.${sign(text).toString('hex')}`;
    },
    read(given, now) {
      const [, text, signature] = FORM.exec(given) ?? [];
      if (text === undefined || signature === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), sign(text))) return undefined;
      const preview = JSON.parse(Buffer.from(text, 'base64url').toString()) as Preview;
      return preview.validUntil > now ? preview : undefined;
    },
  };
}
