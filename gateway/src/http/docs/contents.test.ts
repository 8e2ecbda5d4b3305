// Tests of request bodies and responses in the OpenAPI document: media types, and what browsers
// get.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { endpoint, route, type AnyEndpoint } from '../endpoint.ts';
import { RawReply } from '../pages/raw-reply.ts';
import { html } from '../pages/html.ts';
import { openapiDocument } from './openapi.ts';

const facts = { title: '', version: '', description: '', serverUrl: '/' };
const body = Type.Object({ cres: Type.Optional(Type.String()) });

interface Described {
  requestBody: { required: boolean; content: Record<string, { example?: unknown }> };
  responses: Record<string, { description: string; content?: object; headers?: object }>;
  parameters: { name: string; in: string }[];
  'x-refusals': string[];
  'x-lookups'?: boolean;
}

function described(more: Partial<AnyEndpoint>): Described {
  const made = endpoint({
    summary: 'Do',
    access: 'open',
    body,
    reply: Type.Object({}),
    answer: async () => ({}),
    ...more,
  });
  const { paths } = openapiDocument([route('POST', '/do', made)], facts);
  return (paths as Record<string, Record<string, Described>>)['/do']?.['post'] as Described;
}

const forBrowsers: Partial<AnyEndpoint> = {
  bodies: ['json', 'form'],
  query: Type.Object({ key: Type.Optional(Type.String()) }),
  example: { messageType: 'RReq' },
  exampleForm: { cres: 'eyJ' },
  browserReply: 'A browser is sent on to the shop.',
  refusalPage: () => RawReply.htmlPage(html``, ''),
  refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
};

test('documents only JSON where only JSON is accepted', () => {
  const { requestBody, responses } = described({ example: { cres: 'a' } });
  assert.deepEqual(Object.keys(requestBody.content), ['application/json']);
  assert.deepEqual(Object.keys(responses['200']?.content ?? {}), ['application/json']);
  assert.equal(responses['200']?.description, 'Done');
  assert.equal(responses['303'], undefined);
});

test('documents both media types with an example each, and the query', () => {
  const { requestBody, parameters } = described(forBrowsers);
  const schema = JSON.parse(JSON.stringify(body)) as unknown;
  const nullable = { type: 'object', properties: { cres: { type: ['string', 'null'] } } };
  assert.deepEqual(requestBody.content, {
    'application/json': { schema: nullable, example: { messageType: 'RReq' } },
    'application/x-www-form-urlencoded': { schema, example: { cres: 'eyJ' } },
  });
  assert.deepEqual(
    parameters.map((one) => [one.name, one.in]),
    [['key', 'query']],
  );
});

test('documents what browsers get: a page, a redirect, and refusals as pages', () => {
  const { responses } = described(forBrowsers);
  const both = ['application/json', 'text/html'];
  assert.deepEqual(Object.keys(responses['200']?.content ?? {}), both);
  assert.match(responses['200']?.description ?? '', /A browser is sent on/);
  assert.ok('Location' in (responses['303']?.headers ?? {}));
  assert.deepEqual(Object.keys(responses['401']?.content ?? {}), both);
});

test('has no INVALID_JSON where no JSON is accepted', () => {
  const refusals = described({ bodies: ['form'] })['x-refusals'];
  assert.ok(!refusals.includes('INVALID_JSON'));
  assert.ok(refusals.includes('MEDIA_TYPE_NOT_SUPPORTED'));
  assert.ok(described({ bodies: ['json', 'form'] })['x-refusals'].includes('INVALID_JSON'));
});

const content = (of: Described): Record<string, Record<string, unknown>> =>
  (of.responses['200']?.content ?? {}) as Record<string, Record<string, unknown>>;

test('documents several example answers by name', () => {
  const told = described({ exampleReply: { a: 1 }, otherReplies: { 'in a challenge': { b: 2 } } });
  const json = content(told)['application/json'];
  assert.equal(json?.['example'], undefined);
  assert.deepEqual(json?.['examples'], {
    usual: { value: { a: 1 } },
    'in a challenge': { value: { b: 2 } },
  });
});

test('documents an answer that is never JSON with its own media type', () => {
  const page = described({ replyType: 'text/html', reply: Type.String({ description: 'A page' }) });
  const schema = { type: 'string', description: 'A page' };
  assert.deepEqual(content(page), { 'text/html': { schema } });
  const sentOn = described({
    replyType: 'text/html',
    reply: Type.String(),
    browserReply: 'Sent on.',
  });
  assert.deepEqual(Object.keys(content(sentOn)), ['text/html']);
  assert.ok(sentOn.responses['303']);
});

test('documents the media type of a simulated provider, and what the server refuses', () => {
  const neighbour = { bodyType: 'application/jose' };
  const told = described({ neighbour, body: Type.String(), example: 'a.b.c.d.e' });
  assert.deepEqual(told.requestBody.content, {
    'application/jose': { schema: { type: 'string' }, example: 'a.b.c.d.e' },
  });
  assert.deepEqual(told['x-refusals'], [
    'OVERLOADED',
    'TOO_MANY_REQUESTS',
    'MEDIA_TYPE_NOT_SUPPORTED',
    'BODY_TOO_LARGE',
    'INVALID_REQUEST',
    'STORAGE_UNAVAILABLE',
    'INTERNAL_ERROR',
  ]);
});

test('marks card lookups', () => {
  assert.equal(described({ lookups: true })['x-lookups'], true);
  assert.equal(described({})['x-lookups'], undefined);
});
