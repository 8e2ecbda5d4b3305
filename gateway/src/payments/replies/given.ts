// Data of the creation request that the gateway does not use: stored with the payment and returned
// unchanged to the merchant, never to the customer's page.

import { Type, type TObject } from 'typebox';
import { readJson } from '../../core/json.ts';
import { amountReply, knownFields, optionalText } from '../../http/schema.ts';
import { instrumentFields } from '../../methods/instrument-schema.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { customerSchema } from '../fields/customer.ts';
import { deviceSchema } from '../fields/device.ts';
import { shownRecipientSchema } from '../fields/funding.ts';
import { optionsSchema } from '../fields/options.ts';
import { keptParty } from '../fields/party.ts';

function only<T extends TObject>(
  part: string,
  schema: T,
  ...names: (keyof T['properties'] & string)[]
): TObject {
  const { properties } = schema as TObject;
  return Type.Object(
    Object.fromEntries(
      names.flatMap((name) => (properties[name] ? [[name, properties[name]]] : [])),
    ),
    { description: `Stored fields of ${part}, as they were sent.` },
  );
}

export const givenSchema = Type.Object(
  {
    merchant: Type.Optional(
      Type.Object(keptParty, {
        description: 'merchant as it was sent, without ids and addresses.',
      }),
    ),
    agent: Type.Optional(
      Type.Object(keptParty, { description: 'agent as it was sent, without ids and addresses.' }),
    ),
    customer: Type.Optional(
      only(
        'customer',
        customerSchema,
        'extCustomerId',
        'name',
        'firstName',
        'lastName',
        'extAccountNo',
      ),
    ),
    device: Type.Optional(only('device', deviceSchema, 'name')),
    instrument: Type.Optional(only('instrument', Type.Object(instrumentFields), 'payload')),
    order: Type.Optional(
      Type.Object(
        { commission: Type.Optional(amountReply('Commission in major units.')) },
        { description: 'Stored fields of order, as they were sent.' },
      ),
    ),
    options: Type.Optional(
      only(
        'options',
        optionsSchema,
        'tokenize',
        'recurring',
        'recurringType',
        'refPaymentId',
        'recurringExpDate',
        'recurringCycle',
        'asyncNotify',
        'methods',
        'language',
        'restore',
        'purposeCode',
        'fundSource',
        'fundSourceRef',
      ),
    ),
    recipient: Type.Optional(shownRecipientSchema),
    saveCard: Type.Optional(
      Type.Object(
        { agreedAt: Type.String({ description: 'When the customer agreed.' }) },
        { description: 'Consent of the customer to save the card of the last try.' },
      ),
    ),
    cancelReason: optionalText('Why the payment was cancelled'),
    withdrawalReasons: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Why adjustments were withdrawn, by transId',
      }),
    ),
    consents: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Consents of the customer, as they were sent.' }),
    ),
  },
  { description: 'With a merchant token: data of the creation request, as it was given' },
);

/** Accepted data is returned whatever the current request limits are. */
const stored = { depth: 1024, stringLength: 262_144, numberLength: 1024 };

/** Absent when there is no such data. */
export function givenView(details: PaymentDetails, consents: string | undefined): object {
  const known = knownFields(givenSchema, details);
  const parts = Object.entries(known).filter(([, part]) => Object.keys(part).length > 0);
  const given = {
    ...Object.fromEntries(parts),
    ...(consents === undefined ? {} : { consents: readJson(consents, stored) }),
  };
  return Object.keys(given).length === 0 ? {} : { given };
}
