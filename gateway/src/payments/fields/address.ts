// Address fields that a creation request has in several places.

import { Type } from 'typebox';
import { patternText } from '../../http/schema.ts';

/** Text that may be empty, as in a form: an empty one counts as absent. */
export const words = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const country = (description: string) =>
  Type.Optional(
    patternText('^([A-Za-z]{2,3})?$', 'a country code of two or three letters such as PL', {
      description,
    }),
  );

export const addressSchema = (description: string) =>
  Type.Object(
    {
      street: words(256, 'Street and house number.'),
      postal: words(32, 'Postal code.'),
      city: words(128, 'City.'),
      state: words(128, 'State or region; for the issuer an ISO 3166-2 code.'),
      country: country('ISO 3166 code of the country.'),
    },
    { description },
  );
