// The settings of strong customer authentication as a schema.

import { Type } from 'typebox';
import { oneOf, optionalFlag } from '../http/schema.ts';

/** By currency, in major units; the given object replaces all limits. */
const limitsSchema = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String({ maxLength: 20 }), {
      description,
      examples: [{ EUR: '30.00', PLN: '120.00' }],
    }),
  );

export const scaSchema = Type.Object(
  {
    challenge: Type.Optional(
      oneOf(
        {
          AUTO: 'The issuer decides whether the customer is challenged. The default.',
          ALWAYS: 'Every payment asks the issuer for a challenge.',
        },
        'When customers are challenged.',
      ),
    ),
    whenUnavailable: Type.Optional(
      oneOf(
        {
          REJECT: 'The payment is rejected with SCA_UNAVAILABLE. The default.',
          AUTHORIZE:
            'The payment is authorized without authentication, at the risk of the merchant.',
        },
        'What happens if the customer cannot be authenticated.',
      ),
    ),
    decoupled: optionalFlag('The customer may confirm later, away from the shop'),
    lowValueLimits: limitsSchema('Payments below these amounts are exempt (low value)'),
    traLimits: limitsSchema('Payments up to this are exempt by risk analysis'),
    exemptionRoute: Type.Optional(
      oneOf(
        {
          AUTHORIZATION: 'In the authorization, without 3-D Secure. The default.',
          AUTHENTICATION: 'In 3-D Secure, before the authorization.',
        },
        'Where exemptions are requested.',
      ),
    ),
  },
  { description: 'Strong customer authentication' },
);
