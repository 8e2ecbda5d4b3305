// The operations of the merchant API in an OpenAPI document, each with the names of its calls.

import { callNames, notForMerchants, type CallName } from './names.ts';
import type { Schema } from './schema-types.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
}

interface WrittenOperation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>> }>
  >;
  readonly 'x-access': string;
  readonly 'x-refusals': readonly string[];
}

export interface Operation {
  /** Method and path, the key of the table of names. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly needsToken: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly isRequired: boolean } | undefined;
  readonly answer: Schema;
  readonly isIdempotent: boolean;
  readonly refusals: readonly string[];
  readonly names: readonly CallName[];
}

const JSON_TYPE = 'application/json';

/** Every operation that a merchant may call, in the order of the document. */
export function merchantOperations(document: Record<string, unknown>): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, WrittenOperation>>;
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/ecommerce/') && !notForMerchants.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, written]) => read(method, path, written)),
    );
}

function read(lowerCase: string, path: string, written: WrittenOperation): Operation {
  const method = lowerCase.toUpperCase();
  const key = `${method} ${path}`;
  const sent = written.requestBody?.content[JSON_TYPE];
  return {
    key,
    method,
    path,
    summary: written.summary,
    description: written.description,
    needsToken: written['x-access'] !== 'open',
    parameters: written.parameters,
    body: sent && { schema: sent.schema, isRequired: written.requestBody?.required === true },
    answer: written.responses['200']?.content?.[JSON_TYPE]?.schema ?? {},
    isIdempotent: written.parameters.some(({ name }) => name === 'Idempotency-Key'),
    refusals: written['x-refusals'],
    names: callNames[key] ?? [],
  };
}
