// Address fields that a creation request has in several places.

import { Type } from 'typebox';
import { freeWords, patternText } from '../../http/schema.ts';

export const country = (description: string) =>
  Type.Optional(
    patternText('^([A-Za-z]{2,3})?$', 'a country code of two or three letters such as PL', {
      description,
    }),
  );

export const addressSchema = (description: string) =>
  Type.Object(
    {
      street: freeWords(256, 'Street and house number.'),
      postal: freeWords(32, 'Postal code.'),
      city: freeWords(128, 'City.'),
      state: freeWords(128, 'State or region; for the issuer an ISO 3166-2 code.'),
      country: country('ISO 3166 code of the country.'),
    },
    { description },
  );
