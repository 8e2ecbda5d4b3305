// What the customer is told when the gateway has not accepted what a form has sent.

import type { ReadAnswer } from './load-facts.ts';
import type { TextKey } from './texts/texts.ts';

/** Null: the page shows the payment as it is now. After a conflict another tab was faster. */
export function noticeFor({ status, body }: ReadAnswer): TextKey | null {
  if (status < 300) return null;
  const { code } = (body ?? {}) as { readonly code?: unknown };
  // The same form was sent before with other values, for example before the Back button.
  if (status === 409) return code === 'IDEMPOTENCY_KEY_REUSED' ? 'page.notSent' : null;
  return status === 429 ? 'page.tooMany' : 'page.notSent';
}
