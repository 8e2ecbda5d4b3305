// Request bodies and responses of an endpoint in the OpenAPI document: the media types it accepts,
// and what it answers to programs and to browsers.

import { refusals, type RefusalCode } from '../core/refusals.ts';
import { mediaTypes, type Endpoint } from '../http/endpoint.ts';
import type { Example } from './examples.ts';
import { orNull, withNull, withoutOthers, type JsonSchema } from './nullable.ts';

type Json = Record<string, unknown>;

const PAGE = 'text/html';

/** The name of the example that shows the usual case. */
const USUAL = 'usual';

export function requestBody(
  { body, bodies, ...endpoint }: Endpoint,
  examples: readonly Example[],
): Json {
  if (!body) return {};
  const { bodyType } = endpoint.simulated ?? {};
  if (bodyType !== undefined) {
    const content = { [bodyType]: { schema: plain(body), ...named(examples, 'body') } };
    return { requestBody: { required: true, content } };
  }
  const sent = { json: named(examples, 'body'), form: named(examples, 'form') };
  const required = endpoint.bodyOptional !== true;
  const given = plain(body) as JsonSchema;
  const schema = endpoint.access === 'operator' ? withoutOthers(given) : given;
  // A form has no null: its empty fields are absent.
  const nullable = withNull(schema);
  const schemas = { json: required ? nullable : orNull(nullable), form: schema };
  const content = (bodies ?? (['json'] as const)).map((form) => [
    mediaTypes[form],
    { schema: schemas[form], ...sent[form] },
  ]);
  return { requestBody: { required, content: Object.fromEntries(content) as Json } };
}

export function responses(
  endpoint: Endpoint,
  codes: readonly RefusalCode[],
  examples: readonly Example[],
): Json {
  const { browserReply, replyType = mediaTypes.json } = endpoint;
  const page = { [PAGE]: { schema: { type: 'string' } } };
  const picture = { schema: { type: 'string', format: 'binary' } };
  const pictures = Object.fromEntries((endpoint.pictureTypes ?? []).map((type) => [type, picture]));
  const texts = Object.fromEntries(
    (endpoint.textTypes ?? []).map((type) => [type, { schema: { type: 'string' } }]),
  );
  const withStatus = (status: number) =>
    named(
      examples.filter((one) => one.status === status),
      'answer',
    );
  const plainly = { schema: plain(endpoint.reply) };
  const good = { ...plainly, ...withStatus(200) };
  const isBoth = browserReply !== undefined && replyType !== PAGE;
  const replayed = endpoint.idempotent ? { 'Idempotency-Replayed': text } : {};
  const tagged = endpoint.hasETag ? { ETag: text } : {};
  const answers: Json = {
    '200': {
      description: browserReply === undefined ? 'Done' : `Done. ${browserReply}`,
      headers: { ...traced, ...replayed, ...tagged },
      content: { [replyType]: good, ...(isBoth ? page : {}), ...pictures, ...texts },
    },
  };
  if (endpoint.hasETag) {
    const description = 'The answer has not changed: If-None-Match named its ETag.';
    answers['304'] = { description, headers: { ...traced, ETag: text } };
  }
  if (browserReply !== undefined) {
    const location = { schema: { type: 'string', format: 'uri-reference' } };
    answers['303'] = { description: browserReply, headers: { ...traced, Location: location } };
  }
  for (const [status, description] of Object.entries(endpoint.otherReplies ?? {})) {
    answers[status] = { description, headers: traced, content: { [replyType]: plainly } };
  }
  // The server itself answers a path parameter that is too long, before the page is asked.
  const onPage = endpoint.refusalPage !== undefined || replyType === PAGE;
  for (const [status, list] of byStatus(codes)) {
    answers[String(status)] = {
      description: list.map((code) => `${code}: ${refusals[code][1]}`).join('\n\n'),
      headers: { ...traced, ...headersOf(status) },
      content: {
        ...errorContent(
          replyType === PAGE ? list.filter((code) => code === 'ROUTE_NOT_FOUND') : list,
          withStatus(status),
        ),
        ...(onPage ? page : {}),
      },
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

/** The error body with the codes that go with the status. */
function errorContent(codes: readonly RefusalCode[], examples: Json): Json {
  if (codes.length === 0) return {};
  const own = { properties: { code: { enum: codes } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, own] };
  return { [mediaTypes.json]: { schema, ...examples } };
}

function byStatus(codes: readonly RefusalCode[]): [status: number, codes: RefusalCode[]][] {
  const codesByStatus = new Map<number, RefusalCode[]>();
  for (const code of codes) {
    const status = refusals[code][0];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return [...codesByStatus].sort(([a], [b]) => a - b);
}

const SHORTENED = 'Long lists are cut after their first entries.';

/** The examples that have the given part, by name: the usual case and others. */
function named(examples: readonly Example[], part: 'body' | 'form' | 'answer'): Json {
  const shown = examples.filter((one) => one[part] !== undefined);
  if (shown.length === 0) return {};
  const entries = shown.map((one) => [
    nameOf(one),
    {
      summary: one.when ?? USUAL,
      ...(part === 'answer' && one.isShortened ? { description: SHORTENED } : {}),
      value: one[part],
    },
  ]);
  return { examples: Object.fromEntries(entries) as Json };
}

/** `when the card needs a challenge` as `whenTheCardNeedsAChallenge`. */
function nameOf({ when = USUAL }: Example): string {
  const words = when.replaceAll(/[^A-Za-z0-9 ]/g, '').split(' ');
  const rest = words.slice(1).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [words[0], ...rest].join('');
}

/** The schema for clients: exact amounts are plain JSON numbers. */
export function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('exactNumber' in value)) return value;
    const { exactNumber, ...rest } = value as Json;
    return { type: 'number', ...(exactNumber as Json), ...rest };
  }) as unknown;
}
