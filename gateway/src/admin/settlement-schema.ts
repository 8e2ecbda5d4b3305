// The merchant setting `settlement` as a schema: when payments are settled, and the account for
// payouts.

import { Type } from 'typebox';
import { invalid } from '../core/refusals.ts';
import { patternText } from '../http/schema.ts';
import { methodNames } from '../methods/registry.ts';
import type { SettlementChange } from '../merchants/settlement-rules.ts';
import { CUT_OFF_FORM } from '../settlement/calendar/calendar.ts';
import { isTimeZone } from '../core/time/local-time.ts';

const days = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 60, description }));

const delay = (method: string) =>
  Type.Optional(
    Type.Object(
      { afterDays: days(`Days for ${method}, if they differ; without it the merchant's count`) },
      { description: `Settlement of ${method}.` },
    ),
  );

export const settlementSchema = Type.Object(
  {
    afterDays: days('Days from the business day of a payment until it is settled'),
    account: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Account for payouts. An empty text clears it.',
      }),
    ),
    cutOff: Type.Optional(
      patternText(CUT_OFF_FORM, 'a time of day from 00:01 to 24:00', {
        description: 'Local time at which a business day ends, HH:MM; 24:00 by default',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'IANA time zone of the business days; Europe/Warsaw by default',
      }),
    ),
    methods: Type.Optional(
      Type.Object(Object.fromEntries(methodNames.map((method) => [method, delay(method)])), {
        description: 'Methods with a delay of their own; absent methods stay unchanged.',
      }),
    ),
  },
  { description: 'When payments are settled, and where the merchant is paid out.' },
);

/** What the schema cannot express. */
export function checkSettlement({ timeZone }: SettlementChange): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid(
      'settings.settlement.timeZone',
      'must be an IANA time zone such as Europe/Warsaw',
    );
  }
}
