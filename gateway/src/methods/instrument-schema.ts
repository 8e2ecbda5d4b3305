// The instrument object as a schema: the fields that every type has, and those of each method.

import { Type, type TProperties } from 'typebox';
import { oneOf, text } from '../http/schema.ts';
import type { Instrument } from './instrument.ts';
import { instrumentMeanings, instrumentTypes, ofAllMethods } from './registry.ts';

/** Types of which the payload is the instrument itself. */
const payloadTypes = Object.keys(instrumentTypes).filter(
  (type) => instrumentTypes[type]?.isInPayload,
);

/** Without the type. */
export const instrumentFields: TProperties = {
  ...ofAllMethods(({ fields }) => fields),
  provider: Type.Optional(
    text(32, 'Acquirer of the payment; must be the one of the merchant if given.'),
  ),
  payload: Type.Optional(
    Type.String({
      maxLength: 16384,
      description:
        `${payloadTypes.join(', ')}: the instrument itself; required there. Other types: data of ` +
        'your own, stored with the payment and returned in given; no provider takes it.',
    }),
  ),
};

const type = oneOf(instrumentMeanings, 'Type of the instrument.');

const description = 'What the customer pays with. Absent: the payment waits for it.';

export const instrumentSchema = Type.Unsafe<Instrument>(
  Type.Object({ type, ...instrumentFields }, { description }),
);
