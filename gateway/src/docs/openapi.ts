// The OpenAPI 3.1 document, generated from the routes and schemas that the server uses.

import { refusals } from '../core/refusals.ts';
import { keptRefusals } from '../http/idempotency.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Example, Examples } from './examples.ts';
import { idempotencyKey } from '../http/schema.ts';
import { groupOf } from './content/document.ts';
import { plain, requestBody, responses } from './contents.ts';
import { refusalsOf } from './refusal-codes.ts';

type Json = Record<string, unknown>;

interface DocumentFacts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly serverUrl: string;
}

const keptNames = [...keptRefusals].join(', ');

export function openapiDocument(
  endpoints: readonly Endpoint[],
  facts: DocumentFacts,
  examples: Examples,
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    const described = operation(endpoint, examples[`${method} ${path}`] ?? []);
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: facts.title,
      version: facts.version,
      description: facts.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: facts.serverUrl }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operatorKey: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'details', 'traceId'],
  properties: {
    code: {
      type: 'string',
      enum: Object.keys(refusals),
      description: 'What is wrong, for programs; the codes never change.',
    },
    message: { type: 'string', description: 'What is wrong, as a sentence for developers.' },
    details: {
      type: 'array',
      description: 'One entry per field at fault; empty if no field is.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Path of the field, such as order.amount.' },
          message: { type: 'string', description: 'What is wrong with it.' },
        },
      },
    },
    traceId: {
      type: 'string',
      description: 'Id of the request in the log; also in the header X-Trace-Id.',
    },
  },
};

function operation(endpoint: Endpoint, examples: readonly Example[]): Json {
  const security = { open: [], operator: [{ operatorKey: [] }] }[endpoint.access as string];
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: [groupOf(endpoint)],
    security: security ?? [{ accessToken: [] }],
    parameters: parameters(endpoint, examples[0]?.query ?? {}),
    ...requestBody(endpoint, examples),
    responses: responses(endpoint, refusalsOf(endpoint), examples),
    'x-access': endpoint.access,
    'x-refusals': refusalsOf(endpoint),
    ...(endpoint.resource === undefined ? {} : { 'x-resource': endpoint.resource }),
    ...(endpoint.states === undefined ? {} : { 'x-states': endpoint.states }),
    ...(endpoint.browserReply === undefined ? {} : { 'x-browser-reply': endpoint.browserReply }),
    ...(endpoint.lookups ? { 'x-lookups': true } : {}),
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

function parameters(endpoint: Endpoint, query: Readonly<Record<string, string>>): Json[] {
  const of = (location: string, schema: { properties: object; required?: string[] } | undefined) =>
    Object.entries(schema?.properties ?? {}).map(([name, value]) => ({
      name,
      in: location,
      required: location === 'path' || (schema?.required ?? []).includes(name),
      schema: plain(value),
      ...(location === 'query' && name in query ? { example: query[name] } : {}),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The answer is stored for 24 hours and returned again, byte for byte, for the same key and ' +
      'the same request: method, path and JSON value of the body. Stored are answers with status ' +
      `200 and the refusals ${keptNames}; any other refusal leaves the key free. Another request ` +
      'with the same key is refused with IDEMPOTENCY_KEY_REUSED.',
    schema: plain(idempotencyKey),
  };
  return [
    ...of('path', endpoint.params),
    ...of('query', endpoint.query),
    ...of('header', endpoint.headers),
    ...(endpoint.idempotent ? [key] : []),
  ];
}
