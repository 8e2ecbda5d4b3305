// Reads the operations from an OpenAPI document made by openapi.ts, in the same order.

import type { RefusalCode } from '../../../core/refusals.ts';
import { mediaTypes, type Access } from '../../endpoint.ts';
import { USUAL } from '../contents.ts';
import { withoutNull } from '../nullable.ts';
import type { Schema } from './fields.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Answer extends Content {
  readonly mediaType: string;
  /** Further examples by their occasion. */
  readonly others: Readonly<Record<string, unknown>>;
}

interface WrittenContent extends Content {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Body extends Content {
  readonly required: boolean;
  /** The accepted media types, preferred first. */
  readonly mediaTypes: readonly string[];
  /** An example as a form, if forms are accepted. */
  readonly exampleForm: unknown;
}

export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly access: Access;
  readonly resource: string | undefined;
  /** Payment states in which it is allowed; undefined: independent of the state. */
  readonly states: readonly string[] | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly reply: Answer;
  /** What a browser gets instead of the answer; undefined: the answer. */
  readonly browserReply: string | undefined;
  /** Whether it counts towards the limit of card lookups. */
  readonly isLookup: boolean;
  /** In the order they are checked. */
  readonly refusals: readonly RefusalCode[];
}

interface WrittenBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, Content>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: WrittenBody;
  readonly responses: {
    readonly '200': { readonly content: Readonly<Record<string, WrittenContent>> };
  };
  readonly 'x-access': Access;
  readonly 'x-resource'?: string;
  readonly 'x-states'?: readonly string[];
  readonly 'x-refusals': readonly RefusalCode[];
  readonly 'x-browser-reply'?: string;
  readonly 'x-lookups'?: boolean;
}

export function operationsOf(document: Record<string, unknown>): ApiOperation[] {
  const paths = document['paths'] as Record<string, Record<string, OperationObject>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => read(method.toUpperCase(), path, written)),
  );
}

function read(method: string, path: string, written: OperationObject): ApiOperation {
  return {
    id: written.operationId,
    method,
    path,
    group: written.tags[0] ?? '',
    summary: written.summary,
    description: written.description,
    access: written['x-access'],
    resource: written['x-resource'],
    states: written['x-states'],
    parameters: written.parameters,
    body: written.requestBody && readBody(written.requestBody),
    reply: readAnswer(written.responses['200'].content),
    refusals: written['x-refusals'],
    browserReply: written['x-browser-reply'],
    isLookup: written['x-lookups'] === true,
  };
}

function readBody({ required, content }: WrittenBody): Body {
  const types = Object.keys(content);
  const first = content[types[0] ?? ''];
  const isForm = types[0] === mediaTypes.form;
  return {
    schema: withoutNull(first?.schema ?? {}) as Schema,
    example: isForm ? undefined : first?.example,
    required,
    mediaTypes: types,
    exampleForm: content[mediaTypes.form]?.example,
  };
}

/** The media type for programs comes first. */
function readAnswer(content: Readonly<Record<string, WrittenContent>>): Answer {
  const [[mediaType, { schema, example, examples }] = ['', { schema: {} } as WrittenContent]] =
    Object.entries(content);
  const { [USUAL]: usual, ...others } = examples ?? {};
  return {
    mediaType,
    schema,
    example: usual ? usual.value : example,
    others: Object.fromEntries(Object.entries(others).map(([when, { value }]) => [when, value])),
  };
}

const groupTitles: Readonly<Record<string, string>> = {
  auth: 'Authentication',
  payment: 'Payments',
  tokenizer: 'Card tokens',
  notification: 'Provider notifications',
  admin: 'Operator',
};

export interface Group {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly ApiOperation[];
}

/** Operations by group; groups are in the order of their first operation. */
export function groupsOf(operations: readonly ApiOperation[]): Group[] {
  const names = [...new Set(operations.map(({ group }) => group))];
  return names.map((name) => ({
    name,
    title: groupTitles[name] ?? name.charAt(0).toUpperCase() + name.slice(1),
    operations: operations.filter(({ group }) => group === name),
  }));
}

/** Who may call the operation, as a sentence. */
export function accessSentence({ access, resource }: ApiOperation): string {
  const resources = resource === undefined ? 'UNIVERSAL' : `${resource} or UNIVERSAL`;
  switch (access) {
    case 'open':
      return 'Anyone, without a token.';
    case 'merchant':
      return `A merchant, with an access token of resource ${resources}.`;
    case 'merchant-or-client':
      return (
        `A merchant, with an access token of resource ${resources}, ` +
        "or the payment's own page with its CLIENT token."
      );
    case 'operator':
      return 'The operator, with the operator key.';
  }
}
