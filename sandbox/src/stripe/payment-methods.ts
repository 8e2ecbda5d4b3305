// Cards of the simulated Stripe between their method and its confirmation: in memory only, because
// card numbers are stored nowhere.

import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { invalidRequest, type ApiAnswer, type Form } from './protocol.ts';

export type HeldCard = NonNullable<PlainRequest['card']>;

export interface PaymentMethods {
  create(form: Form): ApiAnswer;
  find(methodId: string): HeldCard | undefined;
}

const MAX_CARDS = 10_000;

export function paymentMethods(random: RandomBytes): PaymentMethods {
  const cards = new Map<string, HeldCard>();
  return {
    create(form) {
      const number = form.get('card[number]') ?? '';
      const month = (form.get('card[exp_month]') ?? '').padStart(2, '0');
      const expiry = `${form.get('card[exp_year]') ?? ''}${month}`;
      if (form.get('type') !== 'card') return invalidRequest('parameter_missing', 'type');
      if (!/^\d{12,19}$/.test(number)) return invalidRequest('invalid_number', 'card[number]');
      if (!/^20\d\d(0[1-9]|1[0-2])$/.test(expiry)) {
        return invalidRequest('invalid_expiry_year', 'card[exp_year]');
      }
      const id = `pm_${Buffer.from(random(12)).toString('hex')}`;
      const cvv = form.get('card[cvc]');
      const holder = form.get('billing_details[name]');
      cards.set(id, { number, expiry, cvv, holder });
      const [oldest] = cards.size > MAX_CARDS ? cards.keys() : [];
      if (oldest !== undefined) cards.delete(oldest);
      const card = { last4: number.slice(-4) };
      return { status: 200, body: { id, object: 'payment_method', type: 'card', card } };
    },
    find: (methodId) => cards.get(methodId),
  };
}
