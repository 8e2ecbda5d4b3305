// Turns merchant settings as they are typed (`key=value`) into what the operator API takes. Names
// and types come from the schema of that API; the gateway checks the values.

import type { MerchantStatus } from '@bramka/client/src/operator.ts';
import { settingsSchema } from '@bramka/gateway/admin/merchant.view.ts';
import { Failure } from './failure.ts';

export type Settings = Record<string, unknown>;

export interface Change {
  readonly status?: MerchantStatus;
  readonly settings: Settings;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemas = leaves(settingsSchema as Schema, '');

/** Every setting, nested ones with a dot, in the order of the schema. */
const settingKeys: readonly string[] = [...schemas.keys()];

/** The format of values that are neither text nor one of a list. */
const forms: Readonly<Record<string, string>> = {
  object: 'such as EUR:30.00,PLN:120.00',
  boolean: 'true or false',
};

/** Every setting with its values and meaning. */
export const settingHelp: readonly (readonly [key: string, meaning: string])[] = [...schemas].map(
  ([key, { type = '', enum: values, items, description = '' }]) => {
    const choices = (values ?? items?.enum ?? []).join(', ') || forms[type];
    return [key, [description, choices && `(${choices})`].filter(Boolean).join(' ')];
  },
);

function leaves({ properties = {} }: Schema, prefix: string): Map<string, Schema> {
  const schemas = new Map<string, Schema>();
  for (const [name, schema] of Object.entries(properties)) {
    const key = `${prefix}${name}`;
    // A list of objects is set from a file, by a command of its own.
    if (schema.items?.properties !== undefined) continue;
    if (schema.properties === undefined) schemas.set(key, schema);
    else for (const [inner, leaf] of leaves(schema, `${key}.`)) schemas.set(inner, leaf);
  }
  return schemas;
}

export function readChange(pairs: readonly string[]): Change {
  let status: MerchantStatus | undefined;
  const settings: Settings = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new Failure(`"${pair}" must have the form key=value`);
    const key = pair.slice(0, equals);
    const text = pair.slice(equals + 1);
    if (key === 'status') status = text.toUpperCase() as MerchantStatus;
    else setAt(settings, key, valueOf(text, schemaOf(key)));
  }
  return { ...(status === undefined ? {} : { status }), settings };
}

/** All settings with their values, nested ones with a dot. */
export function settingRows(settings: object): [key: string, value: unknown][] {
  const valueAt = (key: string): unknown =>
    key
      .split('.')
      .reduce<unknown>((value, name) => (value as Settings | undefined)?.[name], settings);
  return settingKeys.map((key) => [key, valueAt(key)]);
}

function schemaOf(key: string): Schema {
  const schema = schemas.get(key);
  if (schema) return schema;
  throw new Failure(`unknown setting ${key}; the settings are status, ${settingKeys.join(', ')}`);
}

/** A text that does not fit the type is sent as it is; the gateway says what is wrong. */
function valueOf(text: string, { type }: Schema): unknown {
  if (type === 'array') {
    const items = text.split(',').map((item) => item.trim());
    return items.filter((item) => item !== '');
  }
  if (type === 'object') return limitsOf(text);
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  // The field is left out of its object.
  if (type === 'integer' && text === '') return undefined;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** `EUR:30.00,PLN:120.00`; an empty text clears the list. */
function limitsOf(text: string): unknown {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split(':');
      return [name.trim(), rest.join(':').trim()];
    }),
  );
}

function setAt(settings: Settings, key: string, value: unknown): void {
  const names = key.split('.');
  const last = names.pop() ?? '';
  let target = settings;
  for (const name of names) {
    const inner = { ...(target[name] as Settings | undefined) };
    target[name] = inner;
    target = inner;
  }
  target[last] = value;
}
