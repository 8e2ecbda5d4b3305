// What the documentation says about each endpoint: its definition together with recorded examples.

import type { RefusalCode } from '../../core/refusals.ts';
import { mediaTypes, type Endpoint } from '../../http/endpoint.ts';
import { keptRefusals } from '../../http/idempotency.ts';
import { idempotencyKey } from '../../http/schema.ts';
import { plain } from '../contents.ts';
import type { Example, Examples } from '../examples.ts';
import { refusalsOf } from '../refusal-codes.ts';
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

interface Body {
  readonly schema: Schema;
  readonly required: boolean;
  /** The accepted media types, preferred first. */
  readonly mediaTypes: readonly string[];
  /** The first recorded example, as JSON or text and as a form. */
  readonly example: unknown;
  readonly exampleForm: Example['form'];
}

export interface ApiOperation extends Omit<Endpoint, 'body' | 'reply' | 'refusals'> {
  readonly id: string;
  readonly group: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly reply: { readonly mediaType: string; readonly schema: Schema };
  /** Recorded JSON answers in the order of their status; the usual case is first. */
  readonly cases: readonly Example[];
  /** All of them, in the order they are checked. */
  readonly refusals: readonly RefusalCode[];
}

/** Endpoints with the same path follow each other. */
export function operationsOf(endpoints: readonly Endpoint[], examples: Examples): ApiOperation[] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath.values()].flat().map((endpoint) => operationOf(endpoint, examples));
}

export function operationOf(endpoint: Endpoint, examples: Examples): ApiOperation {
  const { method, path, reply, replyType = mediaTypes.json } = endpoint;
  const recorded = examples[`${method} ${path}`] ?? [];
  const isShown = ({ status, answer }: Example): boolean =>
    answer !== undefined && (status !== 200 || replyType === mediaTypes.json);
  return {
    ...endpoint,
    id: operationId(endpoint),
    group: groupOf(endpoint),
    parameters: parametersOf(endpoint, recorded[0]?.query ?? {}),
    body: bodyOf(endpoint, recorded),
    reply: { mediaType: replyType, schema: plain(reply) as Schema },
    cases: recorded.filter(isShown).sort((one, other) => one.status - other.status),
    refusals: refusalsOf(endpoint),
  };
}

function bodyOf(endpoint: Endpoint, examples: readonly Example[]): Body | undefined {
  const { body, bodies = ['json'], bodyOptional, simulated } = endpoint;
  if (!body) return undefined;
  const own = simulated?.bodyType;
  return {
    schema: plain(body) as Schema,
    required: bodyOptional !== true,
    mediaTypes: own === undefined ? bodies.map((form) => mediaTypes[form]) : [own],
    example: examples.find((one) => one.body !== undefined)?.body,
    exampleForm: examples.find((one) => one.form !== undefined)?.form,
  };
}

/** `POST /v1/ecommerce/payment/{paymentId}/cancel` as `postPaymentByPaymentIdCancel`. */
function operationId(endpoint: Endpoint): string {
  const words = endpoint.path
    .replace(/^\/v1\/(ecommerce\/)?/, '')
    .split('/')
    .map((part) =>
      part.replace(
        /^\{(\w)(\w*)\}$/,
        (_all, first: string, rest: string) => `By${first.toUpperCase()}${rest}`,
      ),
    );
  return [endpoint.method.toLowerCase(), ...words.map(capital)].join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const keptNames = [...keptRefusals].join(', ');

function parametersOf(endpoint: Endpoint, query: Readonly<Record<string, string>>): Parameter[] {
  const of = (
    location: Parameter['in'],
    schema: { properties: object; required?: string[] } | undefined,
  ) =>
    Object.entries(schema?.properties ?? {}).map(([name, value]) => ({
      name,
      in: location,
      required: location === 'path' || (schema?.required ?? []).includes(name),
      schema: plain(value) as Schema,
      ...(location === 'query' && name in query ? { example: query[name] } : {}),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header' as const,
    required: false,
    description:
      'The answer is stored for 24 hours and returned again, byte for byte, for the same key and ' +
      'the same request: method, path and JSON value of the body. Stored are answers with status ' +
      `200 and the refusals ${keptNames}; any other refusal leaves the key free. Another request ` +
      'with the same key is refused with IDEMPOTENCY_KEY_REUSED.',
    schema: plain(idempotencyKey) as Schema,
  };
  return [
    ...of('path', endpoint.params),
    ...of('query', endpoint.query),
    ...of('header', endpoint.headers),
    ...(endpoint.idempotent ? [key] : []),
  ];
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
function groupOf({ path, simulated }: Pick<Endpoint, 'path' | 'simulated'>): string {
  const [, first = '', second = '', third = ''] = path.split('/');
  if (first === 'v1') return second === 'ecommerce' ? third : second;
  return simulated ? `${SIMULATED}${second}` : 'sandbox';
}

const SIMULATED = 'sandbox-';

function titleOf(group: string): string {
  if (group.startsWith(SIMULATED)) return `Simulated ${group.slice(SIMULATED.length)}`;
  return groupTitles[group] ?? capital(group);
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
