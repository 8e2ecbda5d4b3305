// How a merchant wants its customers to be authenticated: when to challenge, which payments to
// exempt, and what to do when authentication is not possible. Exemptions are off until the operator
// sets limits.

import { Type, type Static } from 'typebox';
import { parseAmount } from '../core/money.ts';
import type { RefusalDetail } from '../core/refusals.ts';
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

export type ScaPolicy = Readonly<Required<Static<typeof scaSchema>>>;
/** Currency to amount in major units, such as {"EUR": "30.00"}. */
export type AmountLimits = ScaPolicy['traLimits'];

export const defaultScaPolicy: ScaPolicy = {
  challenge: 'AUTO',
  whenUnavailable: 'REJECT',
  decoupled: false,
  lowValueLimits: {},
  traLimits: {},
  exemptionRoute: 'AUTHORIZATION',
};

/** The legal limits, in euros. */
const legalLimits = { lowValueLimits: '30.00', traLimits: '500.00' } as const;

/** The first error in the limits, or undefined when they are valid. */
export function checkPolicy(policy: Partial<ScaPolicy>): RefusalDetail | undefined {
  return (
    checkLimits('lowValueLimits', policy.lowValueLimits) ??
    checkLimits('traLimits', policy.traLimits)
  );
}

function checkLimits(
  name: keyof typeof legalLimits,
  limits: AmountLimits = {},
): RefusalDetail | undefined {
  for (const [currency, text] of Object.entries(limits)) {
    const parsed = parseAmount(text, currency);
    const field = `${name}.${currency}`;
    if (!parsed.ok) return { field, message: parsed.reason };
    const max = currency === 'EUR' ? parseAmount(legalLimits[name], currency) : undefined;
    if (max?.ok && parsed.money.minor > max.money.minor) {
      return { field, message: `must be at most ${legalLimits[name]}` };
    }
  }
  return undefined;
}
