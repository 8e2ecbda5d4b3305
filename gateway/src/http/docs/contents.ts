// Request bodies and responses of an endpoint in the OpenAPI document: the media types it accepts,
// and what it answers to programs and to browsers.

import { refusals, type RefusalCode } from '../../core/refusals.ts';
import { mediaTypes, type AnyEndpoint } from '../endpoint.ts';
import { orNull, withNull, type JsonSchema } from './nullable.ts';

type Json = Record<string, unknown>;

const PAGE = 'text/html';

/** The name of the first of several example answers. */
export const USUAL = 'usual';

export function requestBody({ body, bodies, ...endpoint }: AnyEndpoint): Json {
  if (!body) return {};
  const { bodyType } = endpoint.neighbour ?? {};
  if (bodyType !== undefined) {
    const content = { [bodyType]: { schema: plain(body), ...exampleOf(endpoint.example) } };
    return { requestBody: { required: true, content } };
  }
  const examples = { json: endpoint.example, form: endpoint.exampleForm };
  const required = endpoint.bodyOptional !== true;
  const schema = plain(body) as JsonSchema;
  // A form has no null: its empty fields are absent.
  const nullable = withNull(schema);
  const schemas = { json: required ? nullable : orNull(nullable), form: schema };
  const content = (bodies ?? (['json'] as const)).map((form) => [
    mediaTypes[form],
    { schema: schemas[form], ...exampleOf(examples[form]) },
  ]);
  return { requestBody: { required, content: Object.fromEntries(content) as Json } };
}

export function responses(endpoint: AnyEndpoint, codes: readonly RefusalCode[]): Json {
  const { browserReply, replyType = mediaTypes.json } = endpoint;
  const page = { [PAGE]: { schema: { type: 'string' } } };
  const good = { schema: plain(endpoint.reply), ...replyExamples(endpoint) };
  const isBoth = browserReply !== undefined && replyType !== PAGE;
  const replayed = endpoint.idempotent ? { 'Idempotency-Replayed': text } : {};
  const answers: Json = {
    '200': {
      description: browserReply === undefined ? 'Done' : `Done. ${browserReply}`,
      headers: { ...traced, ...replayed },
      content: { [replyType]: good, ...(isBoth ? page : {}) },
    },
  };
  if (browserReply !== undefined) {
    const location = { schema: { type: 'string', format: 'uri' } };
    answers['303'] = { description: browserReply, headers: { ...traced, Location: location } };
  }
  const onPage = endpoint.refusalPage !== undefined || replyType === PAGE;
  for (const [status, list] of byStatus(codes)) {
    answers[String(status)] = {
      description: list.map((code) => `${code}: ${refusals[code][1]}`).join('\n\n'),
      headers: { ...traced, ...headersOf(status) },
      content: { ...(replyType === PAGE ? {} : errorContent(list)), ...(onPage ? page : {}) },
    };
  }
  return answers;
}

const text = { schema: { type: 'string' } };
const traced = { 'X-Trace-Id': text };

function headersOf(status: number): Json {
  if (status === 401) return { 'WWW-Authenticate': text };
  return status === 429 || status === 503 ? { 'Retry-After': text } : {};
}

/** The error body with the codes of this status. */
function errorContent(codes: readonly RefusalCode[]): Json {
  const own = { properties: { code: { enum: codes } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, own] };
  return { [mediaTypes.json]: { schema } };
}

function byStatus(codes: readonly RefusalCode[]): [status: number, codes: RefusalCode[]][] {
  const found = new Map<number, RefusalCode[]>();
  for (const code of codes) {
    const status = refusals[code][0];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** One example, or several by name; OpenAPI allows only one of the two. */
function replyExamples({ exampleReply, otherReplies }: AnyEndpoint): Json {
  if (!otherReplies) return exampleOf(exampleReply);
  const usual = exampleReply === undefined ? [] : [[USUAL, { value: exampleReply }]];
  const others = Object.entries(otherReplies).map(([when, value]) => [when, { value }]);
  return { examples: Object.fromEntries([...usual, ...others]) as Json };
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/** The schema for clients: exact amounts are plain JSON numbers. */
export function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('exactNumber' in value)) return value;
    const { exactNumber, ...rest } = value as Json;
    return { type: 'number', ...(exactNumber as Json), ...rest };
  }) as unknown;
}
