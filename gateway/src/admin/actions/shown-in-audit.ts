// What the audit log shows of a request or an answer: secrets are masked where the schema marks
// them. Keys and certificates, which may be in the wrong field, and long texts and lists are
// replaced by their hash.

import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { isExactNumber, writeJson } from '../../core/json.ts';

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly 'x-secret'?: boolean;
}

const MAX_TEXT = 300;
const MAX_LIST_TEXT = 20_000;

export function shownInAudit(schema: object, value: unknown): unknown {
  const { properties, items, 'x-secret': isSecret } = schema as Shape;
  if (value === undefined || value === null) return value;
  if (isSecret) return '***';
  if (typeof value === 'string') return isShort(value) ? value : hashed(value);
  if (Array.isArray(value)) {
    const list = value.map((one) => shownInAudit(items ?? {}, one));
    const text = writeJson(value);
    return text.length > MAX_LIST_TEXT ? `${value.length} entries, ${hashed(text)}` : list;
  }
  if (typeof value !== 'object' || isExactNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      shownInAudit(properties?.[name] ?? {}, inner),
    ]),
  );
}

function isShort(text: string): boolean {
  return text.length <= MAX_TEXT && !text.includes('-----BEGIN');
}

function hashed(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${text.length} characters, sha256 ${hash}`;
}
