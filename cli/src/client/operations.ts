// The operations of an API in an OpenAPI document, each with the names of its calls.

import type { Api } from './names.ts';
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

interface CallName {
  /** Group and method. */
  readonly call: string;
  /** Names of the types of the request body, and of the answer or the entries of a list. */
  readonly request: string | undefined;
  readonly answer: string | undefined;
}

export interface Operation {
  /** Method and path. */
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

/** Every operation of the API, in the order of the document. */
export function operationsOf(document: Record<string, unknown>, api: Api): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, WrittenOperation>>;
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${api.base}/`) && !api.leftOut?.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, written]) =>
        read(method.toUpperCase(), path, written, api),
      ),
    );
}

function read(method: string, path: string, written: WrittenOperation, api: Api): Operation {
  const sent = written.requestBody?.content[JSON_TYPE];
  const names = [api.names[`${method} ${path.slice(api.base.length)}`] ?? []].flat();
  return {
    key: `${method} ${path}`,
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
    names: names.map(readName),
  };
}

function readName(text: string): CallName {
  const found = /^(\w+\.\w+)(?:\((\w+)\))?(?:: (\w+))?$/.exec(text);
  if (!found) throw new Error(`"${text}" is not the name of a call.`);
  return { call: found[1] ?? '', request: found[2], answer: found[3] };
}
