// The bodies that complete a waiting payment or tokenization: parts of it, bare or wrapped.

import { Type, type Static } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { knownFields, oneOf, optionalFlag } from '../../http/schema.ts';
import { instrumentFields } from '../../methods/instrument-schema.ts';
import { aliasTypes, instrumentMeanings } from '../../methods/registry.ts';
import { customerSchema, type CustomerData } from '../fields/customer.ts';
import { deviceSchema, type DeviceData } from '../fields/device.ts';

const partialInstrument = Type.Object(
  {
    type: Type.Optional(
      oneOf(instrumentMeanings, 'Type of the instrument. Absent: the type that the fields tell.'),
    ),
    ...instrumentFields,
  },
  { description: 'What the customer pays with, or the fields of it that are still missing.' },
);

/** The fields of instrument and device, either bare or wrapped as `{instrument, device}`. */
export const bareOrWrapped = Type.Object({
  ...partialInstrument.properties,
  ...deviceSchema.properties,
  instrument: Type.Optional(partialInstrument),
  device: Type.Optional(deviceSchema),
  registerAlias: optionalFlag(
    `With ${aliasTypes.join(' or ')}: the customer agrees to save the shop as ` +
      'customer.extCustomerId, so that later payments need no code. As options.registerAlias, ' +
      'for this instrument only.',
  ),
  saveCard: optionalFlag(
    'With a card number on the payment page (channel PAYWALL): the customer ' +
      'agrees to save the card as customer.extCustomerId. Needs the merchant setting ' +
      'page.savesCards. As options.tokenize, for this try only.',
  ),
});

export const patchBody = Type.Object({
  instrument: Type.Optional(partialInstrument),
  device: Type.Optional(deviceSchema),
  customer: Type.Optional(customerSchema),
});

const parts = { instrument: partialInstrument, device: deviceSchema, customer: customerSchema };
type Part = keyof typeof parts;

const namesOf = (part: Part): string[] => Object.keys(parts[part].properties);

/** Names a field of a bare body in errors as if it were wrapped. */
export function fieldName(field: string): string {
  const [first = ''] = field.split(/[.[]/, 1);
  const owner = (['instrument', 'device'] as const).find((part) => namesOf(part).includes(first));
  return owner === undefined ? field : `${owner}.${field}`;
}

/** The known fields of one part, bare or wrapped; undefined when there are none. */
function partOf<P extends Part>(part: P, body: object, mayBeBare: boolean): Parted[P] | undefined {
  const wrapped = knownFields(parts[part], (body as Partial<Parted>)[part] ?? {});
  const bare = mayBeBare ? knownFields(parts[part], body) : {};
  const [firstBare] = Object.keys(bare);
  if (part in body && firstBare !== undefined) {
    throw invalid(
      `${part}.${firstBare}`,
      `must be inside ${part}, because the body contains ${part}`,
    );
  }
  const all = { ...wrapped, ...bare };
  return Object.keys(all).length === 0 ? undefined : all;
}

interface Parted {
  readonly instrument: Static<typeof partialInstrument>;
  readonly device: DeviceData;
  readonly customer: CustomerData;
}

/** Instrument and device of a body with bare or wrapped fields. */
export function instrumentAndDevice(body: object) {
  const instrument = partOf('instrument', body, true);
  const device = partOf('device', body, true);
  const { registerAlias, saveCard } = body as { registerAlias?: boolean; saveCard?: boolean };
  if (instrument || device) return { instrument, device, registerAlias, saveCard };
  throw invalid(
    'body',
    'must have a field of the instrument (such as instrumentNo, expDate or cvv) or of the device ' +
      '(such as browserData)',
  );
}

export function partsOfPayment(body: object) {
  const given = {
    instrument: partOf('instrument', body, false),
    device: partOf('device', body, false),
    customer: partOf('customer', body, false),
  };
  if (Object.values(given).some((part) => part !== undefined)) return given;
  throw invalid(
    'body',
    'must have a known field in instrument, device or customer (such as instrument.cvv, ' +
      'device.browserData or customer.email)',
  );
}

export function completeInstrument(body: object) {
  return { ...instrumentAndDevice(body), mustBeComplete: true };
}
