// Tests of one endpoint called by programs and by browsers: JSON and forms in; JSON, pages and
// redirects out; refusals in the matching format.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import type { InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { defect } from '../../core/assert.ts';
import { refusals, refuse } from '../../core/refusals.ts';
import { Draft } from '../../journal/entry.ts';
import { html } from '../pages/html.ts';
import { mediaTypes } from '../endpoint.ts';
import { testEndpoint, testRoute, type TestEndpoint } from '../testing/test-route.ts';
import type { AnswerKeeper, KeptAnswer } from '../idempotency.ts';
import { RawReply } from '../pages/raw-reply.ts';
import type { ServerParts } from '../server.ts';
import { bareServer } from '../testing/bare-server.ts';

fc.configureGlobal({ seed });

const policy = "default-src 'none'";
const body = Type.Object({
  cres: Type.Optional(Type.String({ maxLength: 40 })),
  next: Type.Optional(Type.String()),
});
const query = Type.Object({ key: Type.Optional(Type.String({ maxLength: 8 })) });

const both = testEndpoint({
  summary: 'Takes JSON and forms',
  access: 'open',
  bodies: ['json', 'form'],
  body,
  query,
  reply: Type.Object({}),
  refusalPage: ({ message }, traceId) =>
    RawReply.htmlPage(html`<p>${message} ${traceId}</p>`, policy),
  async answer({ body, bodyForm, query }) {
    if (body.cres === 'forged') refuse('NOTIFICATION_NOT_AUTHENTIC');
    if (body.cres === 'broken') defect('planted');
    if (bodyForm !== 'form') return { body, bodyForm, key: query.key };
    if (body.next !== undefined) return RawReply.redirect(body.next);
    return RawReply.htmlPage(html`<p>${JSON.stringify(body)}</p>`, policy);
  },
});
const tell: TestEndpoint = {
  summary: 'Tells how it was asked',
  access: 'open',
  body,
  bodyOptional: true,
  reply: Type.Object({}),
  answer: ({ body, bodyForm }) => Promise.resolve({ body, bodyForm }),
};
const clumsy = { ...both, refusalPage: () => defect('planted') };
const app = bareServer([
  testRoute('POST', '/both', both),
  testRoute('POST', '/json', testEndpoint(tell)),
  testRoute('POST', '/form', testEndpoint({ ...tell, bodies: ['form'] })),
  testRoute('POST', '/clumsy', testEndpoint(clumsy)),
]);

const post = (url: string, type: string | undefined, payload: string | Buffer = '') => {
  const headers = type === undefined ? {} : { 'content-type': type };
  return app.inject({ method: 'POST', url, headers, payload } as InjectOptions);
};
const postForm = (payload: string | Buffer, url = '/both') => post(url, mediaTypes.form, payload);

describe('an endpoint that takes forms', () => {
  test('knows how it was called, and reads JSON and the query as usual', async () => {
    const asJson = await post('/both?key=k', 'application/json', '{"cres":"a"}');
    assert.deepEqual(asJson.json(), { body: { cres: 'a' }, bodyForm: 'json', key: 'k' });
    const asForm = await post(
      '/form',
      'Application/X-WWW-Form-URLEncoded; charset=UTF-8',
      'cres=a',
    );
    assert.deepEqual(asForm.json(), { body: { cres: 'a' }, bodyForm: 'form' });
    const empty = await postForm('', '/form');
    assert.deepEqual(empty.json(), { body: {}, bodyForm: 'form' });
    assert.deepEqual((await post('/json', undefined)).json(), { body: {}, bodyForm: 'none' });
  });

  test('answers a form with a page, and every reply has the standard headers', async () => {
    const reply = await postForm('cres=%3Cb%3E');
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.body, '<p>{&quot;cres&quot;:&quot;&lt;b&gt;&quot;}</p>');
    assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(reply.headers['content-security-policy'], policy);
    assert.equal(reply.headers['cache-control'], 'no-store');
    assert.equal(reply.headers['x-content-type-options'], 'nosniff');
    assert.ok(reply.headers['x-trace-id']);
  });

  test('redirects a browser with 303', async () => {
    const reply = await postForm('next=https%3A%2F%2Fshop.test%2Fend%3Fa%3D1');
    assert.equal(reply.statusCode, 303);
    assert.equal(reply.headers['location'], 'https://shop.test/end?a=1');
    assert.equal(reply.headers['cache-control'], 'no-store');
    assert.equal(reply.body, '');
  });

  test('does not redirect to an address with a line break', async () => {
    const reply = await postForm('next=https%3A%2F%2Fshop.test%2F%0D%0ASet-Cookie%3A+a%3Db');
    assert.equal(reply.statusCode, 500);
    assert.equal(reply.headers['location'], undefined);
    assert.equal(reply.headers['set-cookie'], undefined);
  });

  test('validates a form by the same schema', async () => {
    const reply = await post('/form', mediaTypes.form, `cres=${'x'.repeat(41)}`);
    assert.equal(reply.statusCode, 400);
    assert.deepEqual(reply.json<{ details: unknown }>().details, [
      { field: 'cres', message: 'must have at most 40 characters' },
    ]);
  });

  test('refuses a repeated field and bytes that are not UTF-8, naming them', async () => {
    const twice = await postForm('cres=1&cres=2', '/form');
    const { code, message } = twice.json<{ code: string; message: string }>();
    assert.deepEqual([code, message], ['INVALID_REQUEST', 'cres appears more than once.']);
    const bytes = await postForm(Buffer.from([0x61, 0x3d, 0xff]), '/form');
    assert.equal(bytes.statusCode, 400);
    assert.equal(bytes.json<{ message: string }>().message, 'body must be UTF-8.');
  });

  test('refuses a form above 64 KiB and reads one of 64 KiB', async () => {
    const fill = (size: number) => `other=${'x'.repeat(size - 'other='.length)}`;
    assert.equal((await postForm(fill(64 * 1024 + 1), '/form')).statusCode, 413);
    assert.equal((await postForm(fill(64 * 1024), '/form')).statusCode, 200);
  });
});

describe('refusals of an endpoint that takes forms', () => {
  test('are a page with the status of the refusal for a form', async () => {
    const reply = await postForm('cres=forged');
    const trace = String(reply.headers['x-trace-id']);
    assert.equal(reply.statusCode, 401);
    assert.equal(reply.body, `<p>${refusals.NOTIFICATION_NOT_AUTHENTIC[1]} ${trace}</p>`);
    assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8');
  });

  test('are also a page when the endpoint was not reached', async () => {
    const rows: [reply: { statusCode: number; body: string }, status: number][] = [
      [await postForm('cres=%'), 400],
      [await postForm(''), 400],
      [await postForm(`cres=${'x'.repeat(41)}`), 400],
      [await post('/both?key=123456789', mediaTypes.form, 'cres=1'), 400],
      [await postForm('x'.repeat(70_000)), 413],
    ];
    for (const [reply, status] of rows) {
      assert.equal(reply.statusCode, status, reply.body);
      assert.match(reply.body, /^<p>/);
    }
  });

  test('are also a page for a defect, and JSON when the page itself fails', async () => {
    const broken = await postForm('cres=broken');
    assert.equal(broken.statusCode, 500);
    assert.match(broken.body, /^<p>An unexpected error occurred/);
    const clumsier = await postForm('cres=forged', '/clumsy');
    assert.equal(clumsier.statusCode, 500);
    assert.equal(clumsier.json<{ code: string }>().code, 'INTERNAL_ERROR');
  });

  test('are JSON for JSON', async () => {
    const reply = await post('/both', 'application/json', '{"cres":"forged"}');
    assert.equal(reply.statusCode, 401);
    assert.equal(reply.json<{ code: string }>().code, 'NOTIFICATION_NOT_AUTHENTIC');
  });

  test('ask for no bearer token when a notification is not authentic', async () => {
    for (const reply of [
      await postForm('cres=forged'),
      await post('/both', 'application/json', '{"cres":"forged"}'),
    ]) {
      assert.equal(reply.statusCode, 401);
      assert.equal(reply.headers['www-authenticate'], undefined);
    }
  });
});

describe('media types', () => {
  const rows: [url: string, type: string | undefined, message: string][] = [
    ['/json', mediaTypes.form, `Content-Type must be ${mediaTypes.json}.`],
    ['/json', `${mediaTypes.form}; charset=utf-8`, `Content-Type must be ${mediaTypes.json}.`],
    ['/json', 'text/plain', `Content-Type must be ${mediaTypes.json}.`],
    ['/form', mediaTypes.json, `Content-Type must be ${mediaTypes.form}.`],
    ['/both', 'text/plain', `Content-Type must be ${mediaTypes.json} or ${mediaTypes.form}.`],
    ['/both', 'garbage', `Content-Type must be ${mediaTypes.json} or ${mediaTypes.form}.`],
    ['/both', undefined, `Content-Type must be ${mediaTypes.json} or ${mediaTypes.form}.`],
    [
      '/both',
      'multipart/form-data; boundary=x',
      `Content-Type must be ${mediaTypes.json} or ${mediaTypes.form}.`,
    ],
  ];
  for (const [url, type, message] of rows) {
    test(`${url} refuses ${type ?? 'an unnamed body'} and says what it takes`, async () => {
      const reply = await post(url, type, 'cres=1');
      assert.equal(reply.statusCode, 415);
      assert.equal(reply.json<{ message: string }>().message, message);
    });
  }

  test('are checked before sizes', async () => {
    assert.equal((await postForm('x'.repeat(70_000), '/json')).statusCode, 415);
  });
});

describe('an idempotent endpoint', () => {
  const page = RawReply.redirect('https://shop.test/');
  const merchant = { kind: 'merchant', merchantId: '1', resource: 'UNIVERSAL' };
  const kept: unknown[] = [];
  const parts = {
    authenticator: { merchantOrClient: () => Promise.resolve(merchant) },
    idempotency: {
      around: async (_request: unknown, work: (keep: AnswerKeeper) => Promise<KeptAnswer>) =>
        work((_draft, reply) => void kept.push(reply)),
    },
  } as unknown as Partial<ServerParts>;
  const asking = (answer: TestEndpoint['answer']) => {
    const made = testEndpoint({ ...tell, access: 'merchant', idempotent: true, answer });
    return bareServer([testRoute('POST', '/', made)], parts);
  };
  const headers = { authorization: 'Bearer x' };
  const keyed = { ...headers, 'idempotency-key': 'k' };

  test('cannot answer with a page, with a key or without', async () => {
    const own = asking(() => Promise.resolve(page));
    for (const sent of [headers, keyed]) {
      const reply = await own.inject({ method: 'POST', url: '/', headers: sent });
      assert.equal(reply.statusCode, 500);
      assert.equal(reply.headers['location'], undefined);
    }
  });

  test('cannot store a page: it fails before its effect is written', async () => {
    const own = asking(({ keep }) => {
      keep(new Draft(), page);
      return Promise.resolve({});
    });
    const reply = await own.inject({ method: 'POST', url: '/', headers: keyed });
    assert.equal(reply.statusCode, 500);
    assert.deepEqual(kept, []);
  });
});

test('no form causes a defect', async () => {
  const piece = fc.oneof(
    fc.constantFrom('%', '%4', '=', '&', '+', '%00', '__proto__=1', '%ff', 'cres=', 'cres', 'a[]='),
    fc.constantFrom('constructor=1', 'toString', '%5f_proto__', '\0', '\r\n', '{}', 'x'.repeat(50)),
    fc.string({ unit: 'binary' }),
  );
  const bytes = fc.oneof(
    fc.array(piece).map((pieces) => Buffer.from(pieces.join(''))),
    fc.uint8Array().map((some) => Buffer.from(some)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('/both', '/form'), async (payload, url) => {
      const reply = await postForm(payload, url);
      assert.ok([200, 400].includes(reply.statusCode), `${reply.statusCode} ${reply.body}`);
    }),
    { numRuns: 400 },
  );
});
