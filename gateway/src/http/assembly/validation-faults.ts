// Turns schema validation errors into sentences: one detail per field. A message continues the
// name of its field, as in "customer.email must be an e-mail address", and never shows a regular
// expression or a value of the request.

import type { RefusalDetail } from '../../core/refusals.ts';

/** An error of the schema validator. */
export interface ValidationFault {
  readonly instancePath: string;
  readonly keyword: string;
  /** The path of the rule in the schema, such as `#/properties/email/pattern`. */
  readonly schemaPath?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const DETAILS_MAX = 20;

/** `schema`: the schema that was violated; it contains the rules of its patterns in words. */
export function faultDetails(
  all: readonly ValidationFault[],
  schema?: unknown,
): readonly RefusalDetail[] {
  const byField = new Map<string, ValidationFault[]>();
  for (const fault of dropVariantFaults(all)) {
    const field = fieldOf(fault);
    byField.set(field, [...(byField.get(field) ?? []), fault]);
  }
  return [...byField]
    .slice(0, DETAILS_MAX)
    .map(([field, faults]) => ({ field, message: messageOf(faults, schema) }));
}

/** A body with several variants also fails by type in the variants that were not meant. */
function dropVariantFaults(faults: readonly ValidationFault[]): readonly ValidationFault[] {
  const isOfForm = ({ instancePath, keyword }: ValidationFault): boolean =>
    instancePath === '' && (keyword === 'type' || keyword === 'anyOf');
  const inner = faults.filter((fault) => !isOfForm(fault));
  return inner.length > 0 ? inner : faults;
}

/**
 * For a field with several variants: the error of the variant that was meant, or that none matches.
 */
function messageOf(faults: readonly ValidationFault[], schema: unknown): string {
  const [first] = faults;
  const isUnion = faults.some(({ keyword }) => keyword === 'anyOf');
  const inner = faults.filter(({ keyword }) => keyword !== 'anyOf');
  const matching = isUnion ? inner.find(({ keyword }) => keyword !== 'type') : first;
  if (matching) return sentenceOf(matching, schema);
  const types = inner.map(({ params }) => typeName(params)).filter((name) => name !== 'null');
  return `must be ${[...new Set(types)].join(' or ')}`;
}

/** `/order/subpayments/0/amount` as `order.subpayments[0].amount`. */
function fieldOf(fault: ValidationFault): string {
  const steps = pointerSteps(fault.instancePath);
  if (fault.keyword === 'required') steps.push(String(fault.params?.['missingProperty']));
  let field = '';
  for (const step of steps) {
    if (/^\d+$/.test(step)) field += `[${step}]`;
    else field += field === '' ? step : `.${step}`;
  }
  return field === '' ? 'body' : field;
}

function pointerSteps(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function typeName(params: ValidationFault['params'] = {}): string {
  const type = String(params['type']);
  return typeNames[type] ?? type;
}

export const formatNames: Readonly<Record<string, string>> = {
  date: 'a date that exists such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T12:00:00.000Z',
  uuid: 'a UUID such as 019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d',
};

type Sentence = (params: Readonly<Record<string, unknown>>) => string;

const entries = (limit: unknown): string => (limit === 1 ? '1 entry' : `${String(limit)} entries`);

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(', ')}`;

/** Every keyword that request schemas may use; a test checks the schemas against it. */
export const sentences: Readonly<Record<string, Sentence>> = {
  required: () => 'is required',
  exactNumber: () => 'must be a number',
  'x-free-text': () => 'must not contain a card number',
  enum: ({ allowedValues }) => oneOf(allowedValues as readonly unknown[]),
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  type: (params) => `must be ${typeName(params)}`,
  format: ({ format }) => `must be ${formatNames[String(format)] ?? `a ${String(format)}`}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minItems: ({ limit }) => `must have at least ${entries(limit)}`,
  maxItems: ({ limit }) => `must have at most ${entries(limit)}`,
  uniqueItems: () => 'must not have the same entry twice',
  additionalProperties: () => 'contains a field that is not allowed',
};

function sentenceOf({ keyword, params = {}, schemaPath }: ValidationFault, schema: unknown) {
  if (keyword === 'pattern') {
    const rule = ruleAt(schema, schemaPath);
    return rule === undefined ? 'has the wrong format' : `must be ${rule}`;
  }
  return sentences[keyword]?.(params) ?? 'is not valid';
}

/** The rule in words (`x-rule`) next to a pattern of the schema. */
function ruleAt(schema: unknown, schemaPath = ''): string | undefined {
  let at = schema;
  for (const step of pointerSteps(schemaPath).slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[decodeURIComponent(step)];
  }
  const rule = (at as { readonly 'x-rule'?: unknown } | undefined)?.['x-rule'];
  return typeof rule === 'string' ? rule : undefined;
}
