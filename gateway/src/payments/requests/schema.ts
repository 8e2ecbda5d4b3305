// The payment creation request as a schema (fields of our contract; unknown ones are ignored).

import { Type, type Static } from 'typebox';
import { freeText, oneOf } from '../../http/schema.ts';
import { channelMeanings } from '../../merchants/meanings.ts';
import { instrumentSchema } from '../../methods/instrument-schema.ts';
import { methodMeanings } from '../../methods/registry.ts';
import { customerSchema } from '../fields/customer.ts';
import { deviceSchema } from '../fields/device.ts';
import { recipientSchema } from '../fields/funding.ts';
import { optionsSchema } from '../fields/options.ts';
import { orderSchema } from '../fields/order.ts';
import { agentSchema, merchantSchema } from '../fields/party.ts';

/** What one payment may keep of JSON that only the merchant understands. */
export const CONSENTS_BYTES_MAX = 16_384;

const chosenMethods = {
  ...methodMeanings,
  UNKNOWN: 'Not chosen yet, as if method were absent.',
} as const;

export const createSchema = Type.Object({
  channel: Type.Optional(
    oneOf(
      channelMeanings,
      'Where the customer pays. The channel must be enabled for the merchant. Absent: the ' +
        'channel of the access token, or WEBAPI.',
    ),
  ),
  method: Type.Optional(
    oneOf(
      chosenMethods,
      'The only method that the payment can be paid with. Absent: the method of the instrument, ' +
        'or any enabled one.',
    ),
  ),
  instrument: Type.Optional(instrumentSchema),
  merchant: Type.Optional(merchantSchema),
  agent: Type.Optional(agentSchema),
  customer: Type.Optional(customerSchema),
  device: Type.Optional(deviceSchema),
  order: orderSchema,
  options: Type.Optional(optionsSchema),
  recipient: Type.Optional(recipientSchema),
  consents: Type.Optional(
    Type.Array(Type.Object({}), {
      ...freeText,
      maxItems: 32,
      description:
        'Consents of the customer as objects of your own form. Stored unchanged and returned in ' +
        `given; at most ${CONSENTS_BYTES_MAX} bytes as JSON.`,
    }),
  ),
});

export type CreateRequest = Static<typeof createSchema>;
