// Reads the operations from an OpenAPI document made by openapi.ts, in the same order.

import type { Endpoint } from '../../http/endpoint.ts';
import type { RefusalCode } from '../../core/refusals.ts';
import { mediaTypes, type Access } from '../../http/endpoint.ts';
import { USUAL } from '../contents.ts';
import { withoutNull } from '../nullable.ts';
import type { Schema } from './fields.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  /** In the usual request. */
  readonly example?: string;
}

interface WrittenExample {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, WrittenExample>>;
}

interface Answer {
  readonly mediaType: string;
  readonly schema: Schema;
}

interface Body {
  readonly schema: Schema;
  readonly required: boolean;
  /** The accepted media types, preferred first. */
  readonly mediaTypes: readonly string[];
  /** The first recorded example, as JSON or text and as a form. */
  readonly example: unknown;
  readonly exampleForm: unknown;
}

/** One recorded exchange: what was sent, and the answer to it. */
export interface Case {
  /** undefined: the usual case. */
  readonly when: string | undefined;
  readonly body: unknown;
  readonly form: unknown;
  readonly status: number;
  readonly answer: unknown;
  /** Such as that long lists are cut. */
  readonly remark: string | undefined;
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
  /** Answers in the order of their status; the usual case is first. */
  readonly cases: readonly Case[];
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

interface WrittenAnswer {
  readonly content?: Readonly<Record<string, Content>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: WrittenBody;
  readonly responses: Readonly<Record<string, WrittenAnswer>>;
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
    reply: readAnswer(written.responses['200']),
    cases: readCases(written),
    refusals: written['x-refusals'],
    browserReply: written['x-browser-reply'],
    isLookup: written['x-lookups'] === true,
  };
}

function readBody({ required, content }: WrittenBody): Body {
  const types = Object.keys(content);
  const schema = content[types[0] ?? '']?.schema ?? {};
  const firstOf = (type: string | undefined): unknown =>
    Object.values(content[type ?? '']?.examples ?? {})[0]?.value;
  return {
    schema: withoutNull(schema) as Schema,
    required,
    mediaTypes: types,
    example: firstOf(types.find((type) => type !== mediaTypes.form)),
    exampleForm: firstOf(mediaTypes.form),
  };
}

/** The media type for programs comes first. */
function readAnswer(answer: WrittenAnswer | undefined): Answer {
  const [mediaType = '', { schema } = { schema: {} }] =
    Object.entries(answer?.content ?? {})[0] ?? [];
  return { mediaType, schema };
}

/** Requests and answers of one case have the same name. */
function readCases({ requestBody, responses }: OperationObject): Case[] {
  const sent = Object.entries(requestBody?.content ?? {});
  const isForm = ([type]: readonly [string, Content]): boolean => type === mediaTypes.form;
  const form = sent.find(isForm)?.[1].examples ?? {};
  const body = sent.find((one) => !isForm(one))?.[1].examples ?? {};
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content?.[mediaTypes.json]?.examples ?? {}).map(([name, example]) => ({
      when: name === USUAL ? undefined : example.summary,
      body: body[name]?.value,
      form: form[name]?.value,
      status: Number(status),
      answer: example.value,
      remark: example.description,
    })),
  );
}

const groupTitles: Readonly<Record<string, string>> = {
  auth: 'Authentication',
  payment: 'Payments',
  tokenizer: 'Card tokens',
  notifications: 'Provider notifications',
  admin: 'Operator',
};

/**
 * `/v1/ecommerce/payment/…` is in group payment and `/v1/admin/…` in admin. Everything else belongs
 * to the sandbox, in which every simulated party has its own group.
 */
export function groupOf({ path, simulated }: Pick<Endpoint, 'path' | 'simulated'>): string {
  const [, first = '', second = '', third = ''] = path.split('/');
  if (first === 'v1') return second === 'ecommerce' ? third : second;
  return simulated ? `${SIMULATED}${second}` : 'sandbox';
}

const SIMULATED = 'sandbox-';

function titleOf(group: string): string {
  if (group.startsWith(SIMULATED)) return `Simulated ${group.slice(SIMULATED.length)}`;
  return groupTitles[group] ?? group.charAt(0).toUpperCase() + group.slice(1);
}

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
    title: titleOf(name),
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
