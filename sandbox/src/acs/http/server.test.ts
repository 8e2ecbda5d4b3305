// Tests of the directory servers and the ACS over HTTP: the JSON API for programs, and result
// delivery over a real socket.
import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { openLoopback } from '@bramka/test/support/loopback-server.ts';
import type { RReq } from '@bramka/gateway/threeds/messages/message.ts';
import { httpDelivery } from './delivery.ts';
import { directoryEndpoints } from '../../directory/endpoints.ts';
import { pluginOf } from '../../party/serve-routes.ts';
import {
  areqOf,
  authenticated,
  openAcsFixture,
  type AcsFixture,
} from '../../testing/acs-fixture.ts';
import { serveParty } from '../../party/testing/serve-party.ts';
import { acsPages } from '../pages/endpoints.ts';
import { acsEndpoints } from './endpoints.ts';

let fixture: AcsFixture;
let app: FastifyInstance;
let url: string;
before(async () => {
  fixture = await openAcsFixture('memory');
  app = await served();
  url = `${await app.listen(anyPort)}/sandbox`;
});
after(() => app.close());

const anyPort = { host: '127.0.0.1', port: 0 };

async function served(directory = fixture.directory): Promise<FastifyInstance> {
  const routes = toRoutes(directoryEndpoints, { directory, mayCall: () => true });
  const server = serveParty('/sandbox/directory', routes, { maxUnanswered: 1 });
  const acs = toRoutes([...acsEndpoints, ...acsPages], { acs: fixture.acs, base: '/sandbox/acs' });
  await server.register(pluginOf(acs), { prefix: '/sandbox/acs' });
  return server;
}

const post = (path: string, body: unknown, type = 'application/json') =>
  fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
async function refusalOf(answer: Response): Promise<[status: number, code: unknown]> {
  const body = await json(answer);
  deepEqual(Object.keys(body), ['code', 'message', 'details', 'traceId']);
  equal(body['traceId'], answer.headers.get('x-trace-id'));
  return [answer.status, body['code']];
}
const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

test('a directory server answers its messages, each organization at its own address', async () => {
  const answer = await json(await post('directory/visa', areqOf(fixture.ids)));
  deepEqual([answer['messageType'], answer['transStatus']], ['ARes', 'C']);
  const wrong = await json(await post('directory/mastercard', areqOf(fixture.ids)));
  equal(wrong['errorCode'], '305');
  equal((await post('directory/nobody', areqOf(fixture.ids))).status, 404);
});

test('an unavailable directory server answers status 503', async () => {
  const send = (acctNumber: string) => post('directory/visa', areqOf(fixture.ids, { acctNumber }));
  deepEqual(await refusalOf(await send('4917110041000002')), [503, 'PROVIDER_OUT_OF_ORDER']);
  await rejects(json(await send('4917110043000000')), SyntaxError);
});

test('a silent directory server disconnects clients at its limit and on close', async (t) => {
  const asked = Promise.withResolvers<void>();
  const server = await served({
    ...fixture.directory,
    async handle(organization, message) {
      const answer = await fixture.directory.handle(organization, message);
      asked.resolve();
      return answer;
    },
  });
  t.after(() => server.close());
  const address = await server.listen(anyPort);
  const send = () =>
    fetch(`${address}/sandbox/directory/visa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(areqOf(fixture.ids, { acctNumber: '4917110042000001' })),
    });
  const first = rejects(send());
  await asked.promise;
  const second = rejects(send());
  await first;
  await server.close();
  await second;
});

test('refuses a body that is not JSON without echoing it', async () => {
  for (const body of ['{', '{"acctNumber":4917110020000007,}']) {
    const answer = await post('directory/visa', body);
    equal(answer.status, 400);
    doesNotMatch(await answer.text(), /49171100/);
  }
  equal((await post('directory/visa', '{}', 'text/plain')).status, 415);
  equal((await post('directory/visa', `"${'x'.repeat(140_000)}"`)).status, 413);
});

test('serves the keys for SDKs', async () => {
  const keys = await json(await fetch(`${url}/directory/keys`));
  match(String(keys['caCertificatePem']), /^-----BEGIN CERTIFICATE-----/);
  const { kty, crv, kid, d } = keys['encryptionJwk'] as Record<string, unknown>;
  deepEqual([kty, crv, typeof kid, d], ['EC', 'P-256', 'string', undefined]);
});

test('a program can finish a challenge', async () => {
  const { acsTransID } = await authenticated(fixture);
  const path = `acs/challenges/${acsTransID}`;
  const seen = await json(await fetch(`${url}/${path}`));
  deepEqual([seen['state'], seen['amount'], seen['triesLeft']], ['OPEN', '123.45', 3]);
  equal(seen['expiresAt'], '2026-03-01T12:10:00.000Z');
  const wrong = await json(await post(path, { action: 'password', password: '0' }));
  deepEqual([wrong['isWrongPassword'], wrong['triesLeft']], [true, 2]);
  equal((await json(await post(path, { action: 'push' })))['state'], 'PUSHED');
  const end = await json(await post(path, { action: 'approve' }));
  deepEqual([end['state'], end['transStatus']], ['FINISHED', 'Y']);
  equal((end['back'] as { url: string }).url, 'https://gateway.example/back');
});

test('answers 404 for an unknown challenge and 400 for an invalid action', async () => {
  const { acsTransID } = await authenticated(fixture);
  for (const body of [{}, { action: 'pay' }, { action: 'password' }, [], { action: 7 }]) {
    const answer = await post(`acs/challenges/${acsTransID}`, body);
    deepEqual(await refusalOf(answer), [400, 'INVALID_REQUEST'], JSON.stringify(body));
  }
  for (const id of ['x', fixture.ids.next()]) {
    const looked = await fetch(`${url}/acs/challenges/${id}`);
    deepEqual(await refusalOf(looked), [404, 'CHALLENGE_NOT_FOUND']);
    const acted = await post(`acs/challenges/${id}`, { action: 'push' });
    deepEqual(await refusalOf(acted), [404, 'CHALLENGE_NOT_FOUND']);
  }
});

test('answers an unreadable SDK message with an Erro in JSON', async () => {
  const answer = await post('acs/app', 'a.b.c.d.e', 'application/jose; charset=UTF-8');
  match(answer.headers.get('content-type') ?? '', /^application\/json/);
  deepEqual([answer.status, (await json(answer))['errorCode']], [200, '302']);
  for (const [body, type] of [['{}'], ['x', 'text/plain']]) {
    const refused = await post('acs/app', body, type);
    match(await refused.clone().text(), /Content-Type must be application\/jose\./);
    deepEqual(await refusalOf(refused), [415, 'MEDIA_TYPE_NOT_SUPPORTED']);
  }
});

test('posts a result to the exact URL of the AReq, with a time limit', async (t) => {
  const seen: string[] = [];
  const receiver = await openLoopback();
  t.after(() => receiver.close());
  receiver.behave = ({ method, url: path, headers }, response, body) => {
    seen.push(`${method} ${path} ${headers['content-type']} ${body}`);
    if (path?.startsWith('/slow') !== true) response.writeHead(409).end('{"code":"X"}');
  };
  const [patient, hasty] = [httpDelivery(), httpDelivery(100)];
  t.after(() => Promise.all([patient.close(), hasty.close()]));
  const rreq = { messageType: 'RReq' } as RReq;
  const answer = await patient.deliver(`${receiver.url}/results?key=a%2Bb&x=ł`, rreq, true);
  deepEqual(answer, { status: 409, body: { code: 'X' } });
  await rejects(hasty.deliver(`${receiver.url}/slow`, rreq, true), { name: 'CallTimeout' });
  equal(seen[0], 'POST /results?key=a%2Bb&x=%C5%82 application/json {"messageType":"RReq"}');
});
