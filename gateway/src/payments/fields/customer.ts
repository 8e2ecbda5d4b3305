// `customer` of a request.

import { Type, type Static } from 'typebox';
import { freeWords, patternText, words } from '../../http/schema.ts';
import { addressSchema } from './address.ts';

const stored = (text: string): string => `${text} Stored with the payment and returned in given.`;

export const customerSchema = Type.Object(
  {
    email: Type.Optional(
      patternText('^([^\\s@]+@[^\\s@]+)?$', 'an e-mail address', {
        maxLength: 254,
        description:
          'E-mail address. Sent to the issuer in 3-D Secure; answers show it masked, such as ' +
          'j***@example.com.',
      }),
    ),
    extCustomerId: words(128, stored('Your own id of the customer.')),
    name: freeWords(256, stored('Full name.')),
    firstName: freeWords(128, stored('First name.')),
    lastName: freeWords(128, stored('Last name.')),
    billing: Type.Optional(
      addressSchema('Billing address. Sent to the issuer in 3-D Secure, which lowers friction.'),
    ),
    phone: Type.Optional(
      Type.Object(
        {
          countryCode: words(8, 'Calling code of the country, such as 48 or +48.'),
          phoneNo: words(32, 'Number without the calling code.'),
        },
        { description: 'Phone number. Sent to the issuer in 3-D Secure if both parts are given.' },
      ),
    ),
    extAccountNo: freeWords(64, stored('Account number of the customer at the merchant.')),
  },
  { description: 'Who pays. The more the issuer knows, the less often it asks for a challenge.' },
);

export type CustomerData = Static<typeof customerSchema>;
