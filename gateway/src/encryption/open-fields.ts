// Opens the encrypted card fields of an instrument at the boundary of a request, once. Whatever is
// wrong with one of them, the refusal is the same, so that it tells nothing about keys or contents.

import type { Clock } from '../core/clock.ts';
import { openEcdhJwe, readEcdhJwe, type Decrypt } from '../core/jose/ecdh-jwe.ts';
import { invalid } from '../core/refusals.ts';
import type { EncryptionKeys } from './encryption-keys.ts';

/** The plain field of each encrypted one. */
const encryptedFields = {
  encInstrumentNo: 'instrumentNo',
  encExpDate: 'expDate',
  encCvv: 'cvv',
} as const;
type EncryptedField = keyof typeof encryptedFields;

/** The format of each field; whether it fits the card is checked as for a field sent in plain. */
const contents: Readonly<Record<EncryptedField, RegExp>> = {
  encInstrumentNo: /^[\x20-\x7e]{1,64}$/,
  encExpDate: /^[0-9]{6}$/,
  encCvv: /^[0-9]{3,4}$/,
};

export const UNREADABLE_FIELD =
  'cannot be decrypted; encrypt the value again to the key of GET /v1/ecommerce/keys';

/** How far the clock of a customer's device may be ahead of ours. */
const AHEAD_MS = 60_000;

type Field = EncryptedField | (typeof encryptedFields)[EncryptedField];
/** The fields that are read and replaced; an instrument has more. */
export type CardFields = { readonly [name in Field]?: string | undefined };

/** The instrument with plain fields instead of encrypted ones; refuses what it cannot open. */
export type OpenFields = <T extends CardFields>(instrument: T) => Promise<T>;

interface OpenFieldsParts {
  readonly keys: Pick<EncryptionKeys, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: { readonly encryptedFieldSeconds: number };
  readonly decrypt?: Decrypt;
}

export function createOpenFields(parts: OpenFieldsParts): OpenFields {
  return async (instrument) => {
    const names = sentFields(instrument);
    if (names.length === 0) return instrument;
    for (const name of names) refuseBoth(instrument, name);
    const opened: CardFields[] = [];
    for (const name of names) {
      const text = await openField(parts, instrument[name]);
      if (text === undefined || !contents[name].test(text)) {
        throw invalid(`instrument.${name}`, UNREADABLE_FIELD);
      }
      opened.push({ [encryptedFields[name]]: text });
    }
    const { encInstrumentNo: _number, encExpDate: _date, encCvv: _code, ...rest } = instrument;
    return Object.assign(rest, ...opened) as typeof instrument;
  };
}

function sentFields(instrument: CardFields): EncryptedField[] {
  const names = Object.keys(encryptedFields) as EncryptedField[];
  return names.filter((name) => instrument[name] !== undefined);
}

function refuseBoth(instrument: CardFields, name: EncryptedField): void {
  const plain = encryptedFields[name];
  if (instrument[plain] === undefined) return;
  throw invalid(`instrument.${name}`, `must not be sent together with ${plain}`);
}

/** The cheapest checks come first; the key agreement happens at most once. */
async function openField(
  { keys, clock, settings, decrypt }: OpenFieldsParts,
  sent: string | undefined,
): Promise<string | undefined> {
  const jwe = readEcdhJwe(sent);
  if (!jwe) return undefined;
  const ageMs = clock.now() - jwe.iat * 1000;
  if (ageMs > settings.encryptedFieldSeconds * 1000 || ageMs < -AHEAD_MS) return undefined;
  const key = await keys.find(jwe.kid);
  const plain = key && (await openEcdhJwe(jwe, key.privateKey, decrypt));
  return plain?.toString('latin1');
}
