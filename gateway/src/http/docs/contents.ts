// Bodies and answers of one endpoint in the OpenAPI document: which media types it takes, and what
// it answers to a program and to a browser.

import { refusals, type RefusalCode } from '../../core/refusals.ts';
import { mediaTypes, type AnyEndpoint } from '../endpoint.ts';

type Json = Record<string, unknown>;

const PAGE = 'text/html';

/** How the first of several example answers is called. */
export const USUAL = 'usual';

export function requestBody({ body, bodies, ...endpoint }: AnyEndpoint): Json {
  if (!body) return {};
  const { bodyType } = endpoint.neighbour ?? {};
  if (bodyType !== undefined) {
    const content = { [bodyType]: { schema: plain(body), ...exampleOf(endpoint.example) } };
    return { requestBody: { required: true, content } };
  }
  const examples = { json: endpoint.example, form: endpoint.exampleForm };
  const content = (bodies ?? (['json'] as const)).map((form) => [
    mediaTypes[form],
    { schema: plain(body), ...exampleOf(examples[form]) },
  ]);
  const required = endpoint.bodyOptional !== true;
  return { requestBody: { required, content: Object.fromEntries(content) as Json } };
}

export function responses(endpoint: AnyEndpoint, codes: readonly RefusalCode[]): Json {
  const { browserReply, refusalPage, replyType = mediaTypes.json } = endpoint;
  const headers = { 'X-Trace-Id': { schema: { type: 'string' } } };
  const page = { [PAGE]: { schema: { type: 'string' } } };
  const good = { schema: plain(endpoint.reply), ...replyExamples(endpoint) };
  const isBoth = browserReply !== undefined && replyType !== PAGE;
  const answers: Json = {
    '200': {
      description: browserReply === undefined ? 'Done' : `Done. ${browserReply}`,
      headers,
      content: { [replyType]: good, ...(isBoth ? page : {}) },
    },
  };
  if (browserReply !== undefined) {
    const location = { schema: { type: 'string', format: 'uri' } };
    answers['303'] = { description: browserReply, headers: { ...headers, Location: location } };
  }
  const bad = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  for (const [status, list] of byStatus(codes)) {
    answers[String(status)] = {
      description: list.map((code) => `${code}: ${refusals[code][1]}`).join('\n\n'),
      content: { ...bad, ...(refusalPage ? page : {}) },
    };
  }
  return answers;
}

function byStatus(codes: readonly RefusalCode[]): [status: number, codes: RefusalCode[]][] {
  const found = new Map<number, RefusalCode[]>();
  for (const code of codes) {
    const status = refusals[code][0];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** One example, or several by name: a document holds either. */
function replyExamples({ exampleReply, otherReplies }: AnyEndpoint): Json {
  if (!otherReplies) return exampleOf(exampleReply);
  const usual = exampleReply === undefined ? [] : [[USUAL, { value: exampleReply }]];
  const others = Object.entries(otherReplies).map(([when, value]) => [when, { value }]);
  return { examples: Object.fromEntries([...usual, ...others]) as Json };
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/** The schema as others read it: exact amounts are plain JSON numbers on the wire. */
export function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('exactNumber' in value)) return value;
    const { exactNumber, ...rest } = value as Json;
    return { type: 'number', ...(exactNumber as Json), ...rest };
  }) as unknown;
}
