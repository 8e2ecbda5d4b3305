// GET …/{paymentId}/cards: the stored cards of the customer of a payment, for the payment page.
// Never a token number or an id of a token service: the page names a card by its tokenId.

import { Type } from 'typebox';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { oneOf } from '../../http/schema.ts';
import { organizationNames } from '../../cards/card-number.ts';
import { isPast } from '../../methods/card/card-instrument.ts';
import { storedTypes } from '../../methods/card/stored-card.ts';
import { cardInstruments } from '../../methods/card/card-fields.ts';
import { pageSettings } from '../../merchants/page/page-settings.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../processing/parts.ts';

const MAX_CARDS = 20;
const [cof, vts, scof] = storedTypes;
const typeMeanings = {
  [cof]: cardInstruments[cof].meaning,
  [vts]: cardInstruments[vts].meaning,
  [scof]: cardInstruments[scof].meaning,
} as const;

const cardSchema = Type.Object({
  tokenId: Type.String({ description: 'Value of instrument.tokenId.' }),
  type: oneOf(typeMeanings, 'Value of instrument.type.'),
  cardMask: Type.String({ description: 'First six and last four digits of the card number.' }),
  organization: oneOf(organizationNames, 'Card organization.'),
  expDate: Type.String({ description: 'Expiry date of the card, YYYYMM.' }),
  codeRequired: Type.Boolean({ description: 'Whether the security code must be sent.' }),
});

type ListSavedCardsDeps = Pick<PaymentParts, 'store' | 'merchants' | 'tokens' | 'clock'> &
  DepsOf<typeof findPayment>;

export const listSavedCards = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/cards',
    summary: 'List the stored cards of the customer of a payment',
    description:
      'Active and unexpired tokens of the merchant with the customer.extCustomerId of the ' +
      `payment, the newest first, at most ${MAX_CARDS}; none without extCustomerId, or if the ` +
      "merchant's setting page.savesCards is off. Pay with instrument {type, tokenId}, and cvv " +
      'if codeRequired.',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    params: paymentParams,
    reply: Type.Array(cardSchema),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (parts: ListSavedCardsDeps, { params, caller }) => {
    const { merchantId, paymentId } = await findPayment(parts, caller, params.paymentId);
    const { customer } = await parts.store.details(merchantId, paymentId);
    const extCustomerId = customer?.extCustomerId;
    const merchant = await parts.merchants.find(merchantId);
    if (extCustomerId === undefined || !merchant) return [];
    if (!pageSettings(merchant.settings.page).savesCards) return [];
    const found = await parts.tokens.ofCustomer(merchantId, extCustomerId, MAX_CARDS);
    const now = parts.clock.now();
    const isCodeRequired = merchant.settings.storedCardCode === 'REQUIRED';
    return found
      .filter(({ type, expDate }) => type !== 'COF' || !isPast(expDate, now))
      .map(({ tokenId, type, cardMask, organization, expDate }) => {
        const codeRequired = type === 'COF' && isCodeRequired;
        return { tokenId, type, cardMask, organization, expDate, codeRequired };
      });
  },
);
