// Tests of request bodies and responses in the OpenAPI document: media types, and what browsers
// get.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { testEndpoint, testRoute, type TestEndpoint } from '../http/testing/test-route.ts';
import { RawReply } from '../http/pages/raw-reply.ts';
import { html } from '../http/pages/html.ts';
import type { Example } from './examples.ts';
import { openapiDocument } from './openapi.ts';

const facts = { title: '', version: '', description: '', serverUrl: '/' };
const body = Type.Object({ cres: Type.Optional(Type.String()) });

interface Described {
  requestBody: { required: boolean; content: Record<string, object> };
  responses: Record<string, { description: string; content?: object; headers?: object }>;
  parameters: { name: string; in: string; example?: string }[];
  'x-refusals': string[];
  'x-lookups'?: boolean;
}

function described(more: Partial<TestEndpoint>, ...examples: Example[]): Described {
  const endpoint = testEndpoint({
    summary: 'Do',
    access: 'open',
    body,
    reply: Type.Object({}),
    answer: async () => ({}),
    ...more,
  });
  const recorded = { 'POST /do': examples };
  const { paths } = openapiDocument([testRoute('POST', '/do', endpoint)], facts, recorded);
  return (paths as Record<string, Record<string, Described>>)['/do']?.['post'] as Described;
}

const forBrowsers: Partial<TestEndpoint> = {
  bodies: ['json', 'form'],
  query: Type.Object({ key: Type.Optional(Type.String()) }),
  browserReply: 'A browser is sent on to the shop.',
  refusalPage: () => RawReply.htmlPage(html``, ''),
  refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
};

test('an answer with an ETag may be 304 without a body', () => {
  const { responses } = described({ hasETag: true });
  assert.ok('ETag' in (responses['200']?.headers ?? {}));
  assert.ok('ETag' in (responses['304']?.headers ?? {}));
  assert.equal(responses['304']?.content, undefined);
  assert.equal(described({}).responses['304'], undefined);
});

test('documents only JSON where only JSON is accepted', () => {
  const { requestBody, responses } = described({}, { body: { cres: 'a' }, status: 200 });
  assert.deepEqual(Object.keys(requestBody.content), ['application/json']);
  assert.deepEqual(Object.keys(responses['200']?.content ?? {}), ['application/json']);
  assert.equal(responses['200']?.description, 'Done');
  assert.equal(responses['303'], undefined);
});

test('documents both media types with an example each, and the query', () => {
  const { requestBody, parameters } = described(
    forBrowsers,
    { body: { messageType: 'RReq' }, query: { key: 'abc' }, status: 200 },
    { when: 'from a browser', form: { cres: 'eyJ' }, status: 303 },
  );
  const schema = JSON.parse(JSON.stringify(body)) as unknown;
  const nullable = { type: 'object', properties: { cres: { type: ['string', 'null'] } } };
  assert.deepEqual(requestBody.content, {
    'application/json': {
      schema: nullable,
      examples: { usual: { summary: 'usual', value: { messageType: 'RReq' } } },
    },
    'application/x-www-form-urlencoded': {
      schema,
      examples: { fromABrowser: { summary: 'from a browser', value: { cres: 'eyJ' } } },
    },
  });
  assert.deepEqual(
    parameters.map((one) => [one.name, one.in, one.example]),
    [['key', 'query', 'abc']],
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

test('documents example answers by name, under their status', () => {
  const { responses } = described(
    { refusals: ['NOT_IN_THIS_STATE'] },
    { status: 200, answer: { a: 1 } },
    { when: 'in a challenge', status: 200, answer: [2], isShortened: true },
    { when: 'at the end', body: {}, status: 409, answer: { code: 'NOT_IN_THIS_STATE' } },
  );
  const examplesOf = (status: string): unknown =>
    (responses[status]?.content as Record<string, { examples?: unknown }>)['application/json']
      ?.examples;
  assert.deepEqual(examplesOf('200'), {
    usual: { summary: 'usual', value: { a: 1 } },
    inAChallenge: {
      summary: 'in a challenge',
      description: 'Long lists are cut after their first entries.',
      value: [2],
    },
  });
  const value = { code: 'NOT_IN_THIS_STATE' };
  assert.deepEqual(examplesOf('409'), { atTheEnd: { summary: 'at the end', value } });
  assert.equal(examplesOf('500'), undefined);
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
  const simulated = { bodyType: 'application/jose' };
  const sent = { body: 'a.b.c.d.e', status: 200 };
  const told = described({ simulated, body: Type.String() }, sent);
  const examples = { usual: { summary: 'usual', value: 'a.b.c.d.e' } };
  assert.deepEqual(told.requestBody.content, {
    'application/jose': { schema: { type: 'string' }, examples },
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

test('documents a relative redirect, other statuses and headers of its own', () => {
  const { responses, parameters } = described({
    browserReply: 'Sent on.',
    headers: Type.Object({ BmHeader: Type.String() }),
    replyType: 'text/xml',
    reply: Type.String(),
    otherReplies: { '406': 'Refused.' },
  });
  const location = { schema: { type: 'string', format: 'uri-reference' } };
  assert.deepEqual((responses['303']?.headers as { Location: object }).Location, location);
  const { description, content: refused } = responses['406'] ?? {};
  assert.deepEqual(
    [description, refused],
    ['Refused.', { 'text/xml': { schema: { type: 'string' } } }],
  );
  const header = { name: 'BmHeader', in: 'header', required: true, schema: { type: 'string' } };
  assert.deepEqual(parameters, [header]);
});

test('documents the errors of a page as pages, but a path that is too long as JSON', () => {
  const { responses } = described({
    replyType: 'text/html',
    reply: Type.String(),
    params: Type.Object({ id: Type.String() }),
    refusals: ['PAYMENT_NOT_FOUND'],
  });
  assert.deepEqual(Object.keys(responses['400']?.content ?? {}), ['text/html']);
  assert.deepEqual(Object.keys(responses['404']?.content ?? {}), ['application/json', 'text/html']);
});

test('documents that a simulated provider refuses a wrong query', () => {
  const query = Type.Object({ paymentId: Type.String() });
  const refusalsFor = (more: Partial<TestEndpoint>): readonly string[] => {
    const { body: _none, ...endpoint } = testEndpoint({
      summary: 'Do',
      access: 'open',
      reply: Type.Object({}),
      answer: async () => ({}),
      body,
      simulated: {},
      ...more,
    });
    const { paths } = openapiDocument([testRoute('GET', '/do', endpoint)], facts, {});
    const { get } = (paths as Record<string, { get: Described }>)['/do'] as { get: Described };
    return get['x-refusals'];
  };
  assert.ok(refusalsFor({ query }).includes('INVALID_REQUEST'));
  assert.ok(!refusalsFor({}).includes('INVALID_REQUEST'));
});

test('marks card lookups', () => {
  assert.equal(described({ lookups: true })['x-lookups'], true);
  assert.equal(described({})['x-lookups'], undefined);
});

test('only the body of an operator is documented without other fields', () => {
  const isClosed = (access: TestEndpoint['access']): boolean => {
    const { content } = described({ access }).requestBody;
    const { schema } = content['application/json'] as { schema: object };
    return 'additionalProperties' in schema;
  };
  assert.deepEqual([isClosed('operator'), isClosed('open')], [true, false]);
});
