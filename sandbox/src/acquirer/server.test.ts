// Tests of the simulated acquirer's HTTP server over a real socket: verbs, errors, the API key, and
// requests that are never answered.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import {
  acquirerServer,
  authorizeRequest,
  CARD,
  followUpOf,
  openAcquirerFixture,
  type AcquirerFixture,
} from '../testing/acquirer-fixture.ts';
import { plainEndpoints } from './endpoints.ts';
import { pluginOf } from '../party/serve-routes.ts';
import { partyServer } from '../wire/server.ts';
import { DELAY_MS } from './triggers/behaviour.ts';

const anyPort = { host: '127.0.0.1', port: 0 };
let fixture: AcquirerFixture;
let server: ReturnType<typeof acquirerServer>;
let base: string;
before(async () => {
  fixture = await openAcquirerFixture('memory');
  server = acquirerServer(fixture.acquirer);
  base = `${await server.listen(anyPort)}/acquirer`;
});
after(() => server.close());

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const untilCharged = ({ attemptId }: PlainRequest): Promise<void> =>
  until(async () => (await fixture.store.find(attemptId)) !== undefined, 'the charge');

const withCard = (number: string): PlainRequest =>
  authorizeRequest(fixture.ids, { card: { ...CARD, number } });

test('answers every verb of the protocol and lists the recorded charges', async () => {
  const hold = authorizeRequest(fixture.ids, { kind: 'hold' });
  const steps = [
    ['authorize', hold],
    ['adjust', followUpOf(fixture.ids, hold, { amountMinor: '9000' })],
    ['capture', followUpOf(fixture.ids, hold, { amountMinor: '8000' })],
    ['refund', followUpOf(fixture.ids, hold, { amountMinor: '700' })],
    ['inquire', { attemptId: hold.attemptId }],
    ['reverse', followUpOf(fixture.ids, hold)],
  ] as const;
  const results: unknown[] = [];
  for (const [verb, request] of steps) {
    const answer = await post(`${base}/${verb}`, request);
    equal(answer.status, 200);
    results.push(((await answer.json()) as { result: string }).result);
  }
  deepEqual(results, ['APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'DECLINED']);
  const listed = await fetch(`${base}/charges?paymentId=${hold.paymentId as string}`);
  const charges = (await listed.json()) as Record<string, unknown>[];
  equal(charges.length, 5);
  const first = charges[0] as Record<string, unknown>;
  deepEqual([first.authorizedMinor, first.capturedMinor], ['9000', '8000']);
  deepEqual([first.refundedMinor, first.cardLastFour], ['700', '1111']);
});

/** The text of an error body in the gateway's format, with the trace id from its header. */
async function refusalOf(answer: Response, status: number, code: string): Promise<string> {
  const text = await answer.text();
  equal(answer.status, status, text);
  equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  const body = JSON.parse(text) as Record<string, unknown>;
  deepEqual(Object.keys(body), ['code', 'message', 'details', 'traceId']);
  equal(body['code'], code);
  equal(body['traceId'], answer.headers.get('x-trace-id'));
  return text;
}

test('an attemptId used for another operation is refused', async () => {
  const sale = withCard('4111111111111111');
  equal((await post(`${base}/authorize`, sale)).status, 200);
  const other = { ...sale, amountMinor: '1' };
  await refusalOf(await post(`${base}/authorize`, other), 409, 'ATTEMPT_REUSED');
});

test('refuses an unreadable body without echoing it', async () => {
  const bodies = ['{', '[]', '"4111111111111111"', '{"attemptId":"4111111111111111"}'];
  for (const body of bodies) {
    const answer = await post(`${base}/authorize`, body);
    const code = body === '{' ? 'INVALID_JSON' : 'INVALID_REQUEST';
    equal((await refusalOf(answer, 400, code)).includes('4111'), false);
  }
  const plain = await post(`${base}/authorize`, '{}', { 'content-type': 'text/plain' });
  const message = 'Content-Type must be application/json.';
  equal((await refusalOf(plain, 415, 'MEDIA_TYPE_NOT_SUPPORTED')).includes(message), true);
  const large = await post(`${base}/authorize`, `"${'x'.repeat(70_000)}"`);
  await refusalOf(large, 413, 'BODY_TOO_LARGE');
  await refusalOf(await post(`${base}/pay`, {}), 404, 'ROUTE_NOT_FOUND');
  await refusalOf(await fetch(`${base}/charges?paymentId=1`), 400, 'INVALID_REQUEST');
  await refusalOf(await post(`${base}/inquire`, {}), 400, 'INVALID_REQUEST');
});

test('sends status 503 and an unreadable answer after charging', async () => {
  const outage = await post(`${base}/authorize`, withCard('4000000000020059'));
  await refusalOf(outage, 503, 'PROVIDER_OUT_OF_ORDER');
  const garbage = await post(`${base}/authorize`, withCard('4000000000020067'));
  equal(garbage.status, 200);
  await rejects(garbage.json(), SyntaxError);
});

test('leaves a request unanswered until the client disconnects', async () => {
  const request = withCard('4000000000020034');
  const leaving = new AbortController();
  const calling = fetch(`${base}/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: leaving.signal,
  });
  const left = rejects(calling, { name: 'AbortError' });
  await untilCharged(request);
  leaving.abort();
  await left;
  const inquiry = await post(`${base}/inquire`, { attemptId: request.attemptId });
  equal(((await inquiry.json()) as { result: string }).result, 'APPROVED');
});

test('disconnects the oldest client when too many are unanswered', async () => {
  const server = acquirerServer(fixture.acquirer, { maxUnanswered: 2 });
  const url = `${await server.listen(anyPort)}/acquirer/authorize`;
  const left: number[] = [];
  const callings: Promise<unknown>[] = [];
  for (const index of [0, 1, 2]) {
    const request = withCard('4000000000020034');
    callings.push(post(url, request).catch(() => left.push(index)));
    await untilCharged(request);
  }
  await callings[0];
  deepEqual(left, [0]);
  await server.close();
  await Promise.all(callings);
  deepEqual(left.length, 3);
});

test('closing does not wait for unanswered clients', async () => {
  const server = acquirerServer(fixture.acquirer);
  const url = await server.listen(anyPort);
  const request = withCard('4000000000020034');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const gone = once(socket, 'close');
  const body = JSON.stringify(request);
  const head = `POST /acquirer/authorize HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${String(body.length)}\r\n\r\n${body}`);
  await untilCharged(request);
  await server.close();
  await gone;
});

test('closing does not wait for clients that sent no request', async () => {
  const server = acquirerServer(fixture.acquirer);
  const url = await server.listen(anyPort);
  const accepted = once(server.server, 'connection');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const gone = once(socket, 'close');
  await accepted;
  await server.close();
  await gone;
});

test('closing waits for a slow answer to be sent', async () => {
  const server = acquirerServer(fixture.acquirer);
  const url = await server.listen(anyPort);
  const calling = post(`${url}/acquirer/authorize`, withCard('4000000000020018'));
  await until(() => fixture.clock.sleeping() > 0, 'the slow answer');
  const closing = server.close();
  fixture.clock.advance(DELAY_MS);
  equal((await calling).status, 200);
  await closing;
});

test('with a key set, serves only requests that carry it', async () => {
  const server = acquirerServer(fixture.acquirer, { key: secret('sesame') });
  const url = `${await server.listen(anyPort)}/acquirer`;
  const inquiry = { attemptId: fixture.ids.next() };
  const status = async (authorization?: string) =>
    (await post(`${url}/inquire`, inquiry, authorization ? { authorization } : {})).status;
  equal(await status(), 401);
  equal(await status('Bearer sesamE'), 401);
  equal(await status('sesame'), 401);
  equal(await status('Bearer sesame'), 200);
  await refusalOf(await post(`${url}/inquire`, inquiry), 401, 'PROVIDER_KEY_INVALID');
  equal((await fetch(`${url}/charges?paymentId=${fixture.ids.next()}`)).status, 401);
  await server.close();
});

test('can be mounted in a server that has its own body parser', async () => {
  const host = partyServer();
  host.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, { raw: body }),
  );
  host.post('/own', (request) => request.body);
  await host.register(pluginOf(toRoutes(plainEndpoints, fixture)), { prefix: '/sandbox/acquirer' });
  const answer = await host.inject({
    method: 'POST',
    url: '/sandbox/acquirer/authorize',
    payload: authorizeRequest(fixture.ids),
  });
  match(answer.body, /"result":"APPROVED"/);
  const own = await host.inject({ method: 'POST', url: '/own', payload: { a: 1 } });
  deepEqual(own.json(), { raw: '{"a":1}' });
  await host.close();
});
