// What the tokenizer, a module to the right, does for payments.

import type { Draft } from '../journal/entry.ts';
import type { Decision, Now } from './decisions/decision.ts';
import type { Payment } from './payment.ts';

export interface Tokenizing {
  /** Adds the tokenization that follows a new or an approved payment to its entry. */
  register(draft: Draft, payment: Payment, extCustomerId: string | null, now: Now): void;
  /** Continues the tokenization of a changed payment. */
  follow(payment: Payment): Promise<void>;
}

/** A payment with options.tokenize gets its tokenization in the entry that registers it. */
export function registerTokenization(
  { tokenizing }: { readonly tokenizing: Tokenizing },
  { draft, loaded }: Decision,
  { customer }: { readonly customer?: { readonly extCustomerId?: string } },
  now: Now,
): void {
  if (loaded.payment.tokenizerId === null) return;
  tokenizing.register(draft, loaded.payment, customer?.extCustomerId ?? null, now);
}
