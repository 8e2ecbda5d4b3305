// Parts of the definitions of endpoints that several simulated parties have.

import { Type, type TString } from 'typebox';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { currencyCode, patternText } from '@bramka/gateway/http/schema.ts';

/** Facts of the endpoints that anybody may call, and of those that need the key of the party. */
export const forAnybody = { access: 'open', simulated: {} } as const;
export const forKeyHolders = { access: 'open', simulated: { needsKey: true } } as const;

export const text = (description: string) => Type.String({ description });
export const maybe = (description: string) => Type.Optional(text(description));

export const uuid = (description: string) => Type.String({ format: 'uuid', description });

export const merchantId = patternText('^[!-~]{1,64}$', '1 to 64 visible characters', {
  description: 'MID of the merchant.',
});

/** An amount in minor units; `maxDigits` is what the provider can store. */
export const minorUnits = (description: string, maxDigits: number) =>
  patternText(
    `^[1-9][0-9]{0,${String(maxDigits - 1)}}$`,
    `a whole number above zero of at most ${String(maxDigits)} digits`,
    { description },
  );

export const yearMonth = (description: string) =>
  patternText('^20[0-9]{2}(0[1-9]|1[0-2])$', 'a month as YYYYMM', { description });

export const cardNumber = (description: string) =>
  patternText('^[0-9]{12,19}$', 'a card number of 12 to 19 digits', { description });

export const currency = currencyCode('ISO 4217 code');

/** Who asks for what, in the protocols of providers. */
export const operation = (maxDigits: number) => ({
  attemptId: uuid('Names the operation; repeating it has no second effect'),
  merchantId,
  paymentId: uuid('Payment the operation belongs to'),
  amountMinor: minorUnits('In minor units, such as 12345', maxDigits),
  currency,
});

/** A field of a page, which must be as the schema says that programs use; else a refusal. */
export function checkedText(name: string, value: unknown, schema: TString): string {
  const { pattern = '', 'x-rule': rule } = schema as { pattern?: string; 'x-rule'?: string };
  if (typeof value === 'string' && new RegExp(pattern).test(value)) return value;
  throw invalid(name, `must be ${String(rule)}`);
}

/** The origin of the shop's page; null: there is none. */
export function readOrigin(given: string | undefined): string | null {
  if (!given) return null;
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol) && url.origin === given) return given;
  throw invalid('origin', 'must be an origin such as https://shop.example');
}
