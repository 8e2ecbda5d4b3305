// POST /v1/ecommerce/payment/cardInfo: what is known about a card, to check it before money is sent
// to it (specification 4.2).

import { Type } from 'typebox';
import { cardTypeMeanings } from '../../cards/bin-row.ts';
import { organizationNames } from '../../cards/card-number.ts';
import { present } from '../../core/json/present.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { oneOf, optionalFlag, optionalText } from '../../http/schema.ts';
import { lookUpCard } from '../../methods/card/look-up/look-up.ts';
import { lookupInstrumentSchema } from '../../methods/card/look-up/look-up-schema.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import type { PaymentParts } from '../processing/parts.ts';

const cardInfoSchema = Type.Object({
  organization: Type.Optional(
    oneOf(organizationNames, 'Card organization. Absent: the number belongs to no known one.'),
  ),
  cardType: Type.Optional(oneOf(cardTypeMeanings, 'Kind of card. Absent: not known.')),
  issuerName: optionalText('Name of the issuer, when known'),
  issuerCountry: optionalText('Country of the issuer, when known'),
  currency: optionalText('Currency of the card account, when known'),
  cardMask: optionalText('First six and last four digits, of a whole number or of a stored card'),
  fundsTransfer: optionalFlag('Whether the card can receive money, when known'),
});

export const readCardInfo = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/cardInfo',
    summary: 'Look up a card',
    description:
      'A card number, its first digits, or a stored card of the merchant (COF, VTS, SCOF). Of a ' +
      'network token only organization and cardMask are known, unless the BIN table has its range.',
    access: 'merchant',
    resource: 'PAYMENT',
    lookups: true,
    body: Type.Object({ instrument: lookupInstrumentSchema }),
    reply: cardInfoSchema,
    refusals: ['TOKEN_NOT_FOUND'],
  },
  async (parts: Pick<PaymentParts, 'openFields'> & DepsOf<typeof lookUpCard>, { body, caller }) => {
    const instrument = await parts.openFields(body.instrument);
    const { merchantId } = caller as MerchantCaller;
    const use = { merchantId, actor: actorOf(caller) };
    const { facts, cardMask } = await lookUpCard(parts, instrument, use);
    return present({
      organization: facts.organization,
      cardType: facts.cardType,
      issuerName: facts.issuerName,
      issuerCountry: facts.issuerCountry,
      currency: facts.currency,
      cardMask,
      fundsTransfer: facts.fundsTransfer,
    });
  },
);
