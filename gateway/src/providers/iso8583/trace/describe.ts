// A message for people, without card data: numbers are masked, and fields are hidden whose content
// may be secret or is not known.

import type { IsoMessage } from '../codec/iso-message.ts';
import { readTags, type PrivateField } from '../profile/private-fields.ts';
import type { HostProfile } from '../profile/host-profile.ts';
import { fieldName } from './field-names.ts';

export interface DescribedField {
  readonly number: number;
  readonly name: string;
  readonly value: string;
}

const CARD_NUMBER = 2;
/** Expiry, tracks, PIN, security control and chip data, accounts. */
const hidden = [14, 34, 35, 36, 45, 52, 53, 55, 102, 103];
/** Fields whose content is defined by hosts; anything may be in them. */
const isPrivate = (number: number): boolean =>
  [44, 46, 47, 48].includes(number) || (number >= 56 && number <= 63) || number >= 104;
/** :1993 has the original data in field 56, and 128 is the authentication code. */
const known: readonly number[] = [56, 128];
/** Facts that show neither the card nor how it was proven. */
const openFacts: readonly string[] = [
  ...['merchantId', 'paymentId', 'eci', 'dsTransId', 'threeDSVersion', 'transStatus', 'numberType'],
  ...['tokenScheme', 'exemption', 'networkTransactionId'],
];

export function describeMessage(profile: HostProfile, message: IsoMessage): DescribedField[] {
  const { version } = profile.packager;
  return [...message.fields].map(([number, value]) => ({
    number,
    name: fieldName(version, number),
    value: shown(profile, number, value),
  }));
}

function shown({ packager, privateFields }: HostProfile, number: number, value: string): string {
  const field = privateFields.get(number);
  if (field) return shownPrivate(field, value);
  if (number === CARD_NUMBER) return maskedNumber(value);
  const isKnown = known.includes(number) && (number !== 56 || packager.version === '1993');
  return hidden.includes(number) || (isPrivate(number) && !isKnown) ? hiddenText(value) : value;
}

function shownPrivate(field: PrivateField, value: string): string {
  if (field.layout === 'whole') return shownFact(field.place.fact, value);
  if (field.layout === 'ber') return hiddenText(value);
  const tags = readTags(value, field);
  const length = [...tags.values()].reduce((sum, one) => sum + one.length, 0);
  const heads = tags.size * (field.tagSize + field.lengthSize) + field.prefix.length;
  // What cannot be read to its end is not shown at all.
  if (tags.size === 0 || length + heads !== value.length) return hiddenText(value);
  const texts = [...tags].map(([tag, one]) => {
    const fact = field.places.get(tag)?.fact;
    const text = fact === undefined ? hiddenText(one) : shownFact(fact, one);
    return `${tag} ${fact ?? ''}`.trim() + `=${text}`;
  });
  return texts.join(', ');
}

function shownFact(fact: string, value: string): string {
  return openFacts.includes(fact) ? value : hiddenText(value);
}

/** The first six and the last four digits, if there are enough others. */
function maskedNumber(number: string): string {
  if (number.length < 13) return hiddenText(number);
  return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;
}

function hiddenText(value: string): string {
  return `*** (${value.length} characters)`;
}
