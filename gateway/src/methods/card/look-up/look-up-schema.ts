// A card to look up: its number, at least its first eight digits, or a stored card.

import { Type } from 'typebox';
import { oneOf, patternText, words } from '../../../http/schema.ts';
import type { Instrument } from '../../instrument.ts';
import { instrumentFields } from '../../instrument-schema.ts';
import { cardInstruments } from '../card-fields.ts';

const { CARD, COF, SCOF, VTS } = cardInstruments;
const types = { CARD: CARD.meaning, COF: COF.meaning, SCOF: SCOF.meaning, VTS: VTS.meaning };
const numberRule = 'a card number, at least its first eight digits, or a token number';

export const lookupInstrumentSchema = Type.Unsafe<Instrument>(
  Type.Object(
    {
      ...instrumentFields,
      type: oneOf(types, 'Only cards can be looked up.'),
      instrumentNo: Type.Optional(
        patternText('^([ -]*([0-9][ -]*){8,19}|[A-Z]{1,64})$', numberRule, {
          maxLength: 64,
          description:
            'CARD: digits; spaces and hyphens are ignored; required, unless encInstrumentNo is ' +
            'sent. COF: the token number.',
        }),
      ),
      tokenId: words(64, 'COF, VTS, SCOF: id of the stored card, instead of its number.'),
    },
    { description: 'The card to look up: a card number, or a stored card of the merchant.' },
  ),
);
