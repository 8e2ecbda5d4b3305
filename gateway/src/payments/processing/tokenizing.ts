// What the tokenizer, a module to the right, does for payments.

import type { TimeAndIds } from '../../core/id.ts';
import type { Draft } from '../../journal/entry.ts';
import type { Payment } from '../model/payment.ts';

export interface Tokenizing {
  /** Adds the tokenization that follows a new or an approved payment to its entry. */
  register(draft: Draft, payment: Payment, extCustomerId: string | null, now: TimeAndIds): void;
  /** Continues the tokenization of a changed payment. */
  follow(payment: Payment): Promise<void>;
}
