// POST /v1/ecommerce/payment/cardInfo: what is known of a card, to check it before money is sent to
// it (specification 4.2).

import { Type } from 'typebox';
import { isStart, maskOf } from '../../cards/card-number.ts';
import { endpoint } from '../../http/endpoint.ts';
import { lookupDigits } from '../../methods/card/card.method.ts';
import { instrumentSchema } from '../../methods/instrument.ts';
import type { PaymentParts } from '../parts.ts';
import { present } from '../payment.view.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const cardInfoSchema = Type.Object({
  organization: text('Card organization; absent when the number belongs to none we know'),
  cardType: text('DEBIT, CREDIT or PREPAID, when known'),
  issuerName: text('Name of the issuer, when known'),
  issuerCountry: text('Country of the issuer, when known'),
  currency: text('Currency of the card account, when known'),
  cardMask: text('First six and last four digits, of a whole number'),
  fundsTransfer: Type.Optional(
    Type.Boolean({ description: 'Whether the card can receive money, when known' }),
  ),
});

export function readCardInfo(parts: PaymentParts) {
  return endpoint({
    summary: 'Find what is known of a card',
    access: 'merchant',
    resource: 'PAYMENT',
    lookups: true,
    body: Type.Object({ instrument: instrumentSchema }),
    reply: cardInfoSchema,
    refusals: ['INVALID_REQUEST'],
    example: { instrument: { type: 'CARD', instrumentNo: '4111111111111111' } },
    answer({ body }) {
      const digits = lookupDigits(body.instrument);
      const facts = parts.cards.facts(digits);
      return Promise.resolve({
        ...present('organization', facts.organization ?? null),
        ...present('cardType', facts.cardType),
        ...present('issuerName', facts.issuerName),
        ...present('issuerCountry', facts.issuerCountry),
        ...present('currency', facts.currency),
        ...present('cardMask', isStart(digits) ? null : maskOf(digits)),
        ...present('fundsTransfer', facts.fundsTransfer),
      });
    },
  });
}
