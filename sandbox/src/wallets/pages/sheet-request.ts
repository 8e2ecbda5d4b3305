// What a wallet sheet is opened with, from the query of its address or from the fields of its form.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { JsonNumber } from '@bramka/gateway/core/json.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { cardNumber, checkedText, currency, merchantId, readOrigin } from '../../party/schemas.ts';
import {
  merchantName,
  readTokenRequest,
  walletNames,
  type TokenBody,
  type TokenRequest,
} from '../tokens/request.ts';

const sheetFields = ['type', 'merchantId', 'shop', 'amount', 'currency', 'name', 'origin'] as const;

const MAX_SHOP_LENGTH = 128;

export interface SheetRequest {
  readonly body: TokenBody;
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
  const type = read('type');
  if (type !== 'APAY' && type !== 'GPAY') {
    throw invalid('type', `must be one of ${Object.keys(walletNames).join(', ')}`);
  }
  const origin = readOrigin(read('origin'));
  const shop = (read('shop') ?? '').trim();
  if (shop.length > MAX_SHOP_LENGTH) {
    throw invalid('shop', `must have at most ${String(MAX_SHOP_LENGTH)} characters`);
  }
  const name = read('name');
  const body: TokenBody = {
    type,
    merchantId: checkedText('merchantId', read('merchantId'), merchantId),
    amount: new JsonNumber(read('amount') ?? ''),
    currency: checkedText('currency', read('currency'), currency),
    ...(name ? { name: checkedText('name', name, merchantName('')) } : {}),
  };
  const fields = sheetFields.flatMap((field) => {
    const value = read(field);
    return value ? [[field, value] as const] : [];
  });
  return {
    body,
    payment: readTokenRequest(body, clock),
    shop: shop || body.merchantId,
    origin,
    fields,
  };
}

/** The payment with the card that the customer has chosen; throws a refusal for a bad number. */
export function withChoice({ body }: SheetRequest, read: Read, clock: Clock): TokenRequest {
  const chosen = (read('other') ?? '').replaceAll(/\s/g, '') || read('card');
  const isPanOnly = body.type === 'GPAY' && read('panOnly') === 'yes';
  return readTokenRequest(
    {
      ...body,
      ...(chosen ? { card: checkedText('card', chosen, cardNumber('')) } : {}),
      ...(isPanOnly ? { authMethod: 'PAN_ONLY' } : {}),
    },
    clock,
  );
}
