// The OpenAPI 3.1 document, generated from the routes and schemas that the server uses.

import { refusals as allRefusals } from '../core/refusals.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { operationOf } from './content/operations.ts';
import { requestBody, responses } from './contents.ts';
import type { Examples } from './examples.ts';

type Json = Record<string, unknown>;

interface DocumentFacts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly serverUrl: string;
}

export function openapiDocument(
  endpoints: readonly Endpoint[],
  facts: DocumentFacts,
  examples: Examples,
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    const described = operation(endpoint, examples);
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
      enum: Object.keys(allRefusals),
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

function operation(endpoint: Endpoint, allExamples: Examples): Json {
  const { id, group, parameters, refusals } = operationOf(endpoint, allExamples);
  const examples = allExamples[`${endpoint.method} ${endpoint.path}`] ?? [];
  const security = { open: [], operator: [{ operatorKey: [] }] }[endpoint.access as string];
  return {
    operationId: id,
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: [group],
    security: security ?? [{ accessToken: [] }],
    parameters,
    ...requestBody(endpoint, examples),
    responses: responses(endpoint, refusals, examples),
    'x-access': endpoint.access,
    'x-refusals': refusals,
    ...(endpoint.resource === undefined ? {} : { 'x-resource': endpoint.resource }),
    ...(endpoint.states === undefined ? {} : { 'x-states': endpoint.states }),
    ...(endpoint.browserReply === undefined ? {} : { 'x-browser-reply': endpoint.browserReply }),
    ...(endpoint.lookups ? { 'x-lookups': true } : {}),
  };
}
