// Example answers made from reply schemas, and JSON laid out for reading: what fits on a line stays
// on one.

import { mediaTypes } from '../../endpoint.ts';
import type { ApiOperation } from './document.ts';
import type { Schema } from './fields.ts';

const LINE_COLUMNS = 72;

const wellKnown: Readonly<Record<string, unknown>> = {
  paymentId: '019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d',
  transId: '019a8f52-7c41-7e02-8a11-0b9d4c5e6f70',
  refundId: '019a8f52-7c47-7a30-b5c6-1d2e3f405162',
  id: '019a8f52-7c4b-7c55-9e8d-7a6b5c4d3e2f',
  keyId: '019a8f52-7c4b-7c55-9e8d-7a6b5c4d3e2f',
  merchantId: '10000001',
  name: 'Demo shop 1',
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIs…',
  expires_in: 86400,
  resource: 'UNIVERSAL',
  channel: 'WEBAPI',
  method: 'CARD',
  currency: 'PLN',
  transKind: 'AUTH',
  transType: 'STANDARD',
  refundedAmount: 0,
};

export interface Sample {
  /** When it is so answered; undefined: as a rule. */
  readonly when: string | undefined;
  /** Laid out for reading. */
  readonly text: string;
}

/** The answers to show; none where the answer is a page or the like. */
export function samplesOf(operation: ApiOperation): Sample[] {
  const { mediaType, others } = operation.reply;
  if (mediaType !== mediaTypes.json) return [];
  return [
    { when: undefined, text: layOut(sampleReply(operation)) },
    ...Object.entries(others).map(([when, reply]) => ({ when, text: layOut(reply) })),
  ];
}

/** An answer with its required fields, or the one the endpoint gives itself. */
export function sampleReply(operation: ApiOperation): unknown {
  const { schema, example } = operation.reply;
  return example === undefined ? sampleOf('', schema, operation.method) : example;
}

function sampleOf(name: string, schema: Schema, method: string): unknown {
  if (schema.properties) {
    const shown = Object.entries(schema.properties).filter(([field]) =>
      schema.required?.includes(field),
    );
    return Object.fromEntries(
      shown.map(([field, value]) => [field, sampleOf(field, value, method)]),
    );
  }
  if (schema.items) return [sampleOf(name, schema.items, method)];
  if (schema.enum) return sampleChoice(schema.enum, method);
  if (Object.hasOwn(wellKnown, name)) return wellKnown[name];
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf?.[0]) return sampleOf(name, schema.anyOf[0], method);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 1;
  return schema.type === 'string' ? '…' : {};
}

/** A POST is answered before its provider is heard, a later GET shows the end. */
function sampleChoice(values: readonly string[], method: string): unknown {
  const wanted = method === 'POST' ? 'PENDING' : 'COMPLETED';
  return values.includes(wanted) ? wanted : values[0];
}

/** JSON with one field per line, except where a whole object or array fits on a line. */
export function layOut(value: unknown, indent = '', label = ''): string {
  const line = oneLine(value);
  const columns = indent.length + label.length + line.length;
  if (columns <= LINE_COLUMNS || typeof value !== 'object' || value === null) {
    return line;
  }
  const deeper = `${indent}  `;
  const list = (lines: readonly string[]) => lines.map((one) => `\n${deeper}${one}`).join(',');
  if (Array.isArray(value)) return `[${list(value.map((one) => layOut(one, deeper)))}\n${indent}]`;
  const fields = Object.entries(value).map(([name, inner]) => {
    const key = `${JSON.stringify(name)}: `;
    return key + layOut(inner, deeper, key);
  });
  return `{${list(fields)}\n${indent}}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `"${name}": ${oneLine(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
