// What a wallet sheet is opened with, from the query of its address or from the fields of its form.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { JsonNumber } from '@bramka/gateway/core/json.ts';
import { invalid, type Refusal } from '@bramka/gateway/core/refusals.ts';
import { DEFAULT_CARD, readTokenRequest, type TokenRequest } from '../tokens/request.ts';

const sheetFields = ['type', 'merchantId', 'shop', 'amount', 'currency', 'name', 'origin'] as const;

const MAX_SHOP_LENGTH = 128;

export interface SheetRequest {
  readonly payment: TokenRequest;
  /** The name that the sheet shows. */
  readonly shop: string;
  /** The page that gets the token; null: it is shown to be copied. */
  readonly origin: string | null;
  /** As given, for the form. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export type Read = (name: string) => string | undefined;

/** Throws a refusal that names the field. */
export function readSheet(read: Read, clock: Clock): SheetRequest {
  const origin = read('origin') || null;
  if (origin !== null && !isOrigin(origin)) {
    throw invalid('origin', 'must be an origin such as https://shop.example');
  }
  const shop = (read('shop') ?? '').trim();
  if (shop.length > MAX_SHOP_LENGTH) {
    throw invalid('shop', `must have at most ${String(MAX_SHOP_LENGTH)} characters`);
  }
  const amount = read('amount');
  const payment = readTokenRequest(
    {
      type: read('type'),
      merchantId: read('merchantId'),
      amount: amount === undefined ? undefined : new JsonNumber(amount),
      currency: read('currency'),
      name: read('name') || undefined,
    },
    clock,
  );
  const fields = sheetFields.flatMap((name) => {
    const value = read(name);
    return value ? [[name, value] as const] : [];
  });
  return { payment, shop: shop || payment.merchantId, origin, fields };
}

/** The payment with the card that the customer has chosen; throws a refusal for a bad number. */
export function withChoice({ payment }: SheetRequest, read: Read, clock: Clock): TokenRequest {
  const typed = (read('other') ?? '').replaceAll(/\s/g, '');
  const card = typed || read('card') || DEFAULT_CARD;
  const isPanOnly = payment.type === 'GPAY' && read('panOnly') === 'yes';
  const { type, merchantId, currency, name } = payment;
  const chosen = readTokenRequest(
    {
      type,
      merchantId,
      amount: 1,
      currency,
      name: name ?? undefined,
      card,
      ...(isPanOnly ? { authMethod: 'PAN_ONLY' } : {}),
    },
    clock,
  );
  return { ...chosen, amountMinor: payment.amountMinor };
}

/** The field that is wrong and why. */
export function reasonOf({ details }: Refusal): string {
  return details.map(({ field, message }) => `${field} ${message}`).join('; ');
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
