// `bramka doctor` calls the providers that are configured: those of a sandbox answer, and servers
// that do not are problems with what to do. What it sends changes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deadAddress, openLoopback } from '@bramka/test/support/loopback-server.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import type { Finding as CheckAnswer } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { runBramka } from '../testing/run-bramka.ts';
import { checkProviders } from './providers.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

async function doctor(env: Record<string, string>): Promise<[code: number | null, text: string]> {
  const base = { PORT: '0', BRAMKA_DATA_DIR: '/nowhere' };
  const { code, stdout, stderr } = await runBramka(['doctor'], { ...base, ...env });
  assert.equal(stderr, '');
  return [code, stdout.replaceAll(/ {2,}/g, ' ')];
}

const service = { BRAMKA_PA_SERVICE_ID: '1', BRAMKA_PA_KEY: 'k' };
const autopay = { BRAMKA_AUTOPAY_SERVICE_ID: '100047', BRAMKA_AUTOPAY_KEY: 'sandbox-autopay-key' };
const tokens = {
  BRAMKA_VTS_KEY: 'k',
  BRAMKA_VTS_SECRET: Buffer.alloc(32, 7).toString('base64'),
};

test('every provider is called, and says that it answers', async () => {
  const at = `${gateway.url}/sandbox`;
  const [, text] = await doctor({
    ...{ ...service, ...autopay, ...tokens, BRAMKA_BLIK_KEY: 'k' },
    BRAMKA_ACQUIRER_URL: `${at}/acquirer`,
    BRAMKA_DS_URL: `${at}/directory/{organization}`,
    BRAMKA_DS_ORGANIZATIONS: 'VISA,MAESTRO,MASTERCARD',
    BRAMKA_BLIK_URL: `${at}/blik`,
    BRAMKA_AUTOPAY_URL: `${at}/autopay`,
    BRAMKA_PA_URL: `${at}/pa`,
    BRAMKA_VTS_URL: `${at}/tokens/vts`,
  });
  for (const [subject, name] of [
    ['acquirer', 'ACQUIRER'],
    ['BLIK', 'BLIK'],
    ['Autopay', 'AUTOPAY'],
    ['PA', 'PA'],
    ['VTS', 'VTS'],
  ]) {
    assert.ok(text.includes(`ok ${subject} answers at BRAMKA_${name}_URL\n`), text);
  }
  assert.ok(text.includes('ok 3-D Secure on, answers at BRAMKA_DS_URL: VISA, MASTERCARD\n'), text);
});

test('without an address the acquirer is simulated, and nothing is called', async () => {
  const [, text] = await doctor({});
  assert.match(text, /^ok acquirer simulated \(BRAMKA_ACQUIRER_URL is not set\)$/m);
  assert.match(text, /^ok 3-D Secure on, simulated$/m);
});

test('simulated providers that are preferred are named; wrong names are a problem', async () => {
  const told = async (names: string): Promise<string> =>
    (await doctor({ BRAMKA_SANDBOX_PROVIDERS: names }))[1];
  assert.match(await told('blik,acquirer'), /^ok acquirer simulated .*, blik, acquirer first$/m);
  assert.match(
    await told('moon'),
    /^problem acquirer BRAMKA_SANDBOX_PROVIDERS: moon is not one of/m,
  );
});

test('a provider with a harmless call of its own gets that one', async () => {
  const found = async (answer: CheckAnswer): Promise<unknown> => {
    const calls: string[] = [];
    const adapter = {
      check: () => Promise.resolve(calls.push('check') && answer),
      inquire: () => Promise.resolve(calls.push('inquire') && { kind: 'not-found' }),
    } as unknown as Provider;
    const settings = { url: { name: 'BRAMKA_X_URL' }, key: { name: 'BRAMKA_X_KEY' } } as never;
    const connect = () => ({ adapter, close: () => Promise.resolve() });
    const providers = [{ title: 'X', settings, connect }];
    const [finding] = await checkProviders({ ...readConfig({}), isSimulated: false, providers });
    assert.deepEqual(calls, ['check']);
    return [finding?.ok, finding?.what];
  };
  assert.deepEqual(await found({ kind: 'not-found' }), [true, 'answers at BRAMKA_X_URL']);
  assert.deepEqual(await found({ kind: 'unknown', why: 'provider-error' }), [
    false,
    'answers with an error; check BRAMKA_X_URL and BRAMKA_X_KEY',
  ]);
});

test('a server that cannot be reached, refuses or talks nonsense is a problem', async () => {
  const dead = await deadAddress();
  const [code, text] = await doctor({ BRAMKA_ACQUIRER_URL: dead, BRAMKA_DS_URL: dead });
  assert.equal(code, 1);
  assert.match(text, /^problem acquirer cannot be reached; .* correct BRAMKA_ACQUIRER_URL$/m);
  assert.match(text, /^problem 3-D Secure directory server VISA cannot be reached; .*_DS_URL$/m);
  assert.doesNotMatch(text, /Everything is in order/);

  const server = await openLoopback();
  const env = { BRAMKA_ACQUIRER_URL: server.url, BRAMKA_DS_URL: server.url };
  const told = async (status: number, answer: string): Promise<string[]> => {
    server.behave = (_request, response) => response.writeHead(status).end(answer);
    const [, lines] = await doctor(env);
    return [...lines.matchAll(/^(\w+ (?:acquirer|3-D Secure) .*)$/gm)].map(([line]) => line);
  };
  for (const status of [401, 403, 404, 500, 503]) {
    assert.deepEqual(await told(status, '{}'), [
      'problem acquirer answers with an error; check BRAMKA_ACQUIRER_URL and BRAMKA_ACQUIRER_KEY',
      'problem 3-D Secure directory server VISA answers with an error; ' +
        'check BRAMKA_DS_URL and BRAMKA_DS_KEY',
    ]);
  }
  assert.deepEqual(await told(200, '<html>'), [
    'problem acquirer answers, but not in its protocol; check BRAMKA_ACQUIRER_URL',
    'problem 3-D Secure directory server VISA answers, but not in its protocol; ' +
      'check BRAMKA_DS_URL',
  ]);
  server.close();
});

test('a server that never answers is a problem after the time limit', async () => {
  const server = await openLoopback();
  server.behave = () => undefined;
  const limit = { BRAMKA_PROVIDER_TIMEOUT_MS: '1000' };
  const env = { BRAMKA_ACQUIRER_URL: server.url, BRAMKA_DS_URL: server.url, ...limit };
  const [code, text] = await doctor(env);
  server.close();
  assert.equal(code, 1);
  assert.match(text, /^problem acquirer did not answer within 1 s; see whether it runs$/m);
  assert.match(text, /^problem 3-D Secure directory server VISA did not answer within 1 s; /m);
});

test('what is sent is harmless: an inquiry, and no request for card ranges', async () => {
  const server = await openLoopback();
  const sent: string[] = [];
  server.behave = (request, response, body) => {
    const { attemptId } = JSON.parse(body) as { attemptId?: string };
    sent.push(`${request.url} ${body.replace(attemptId ?? '-', '<id>')}`);
    assert.equal(request.headers.authorization, 'Bearer a-key');
    response.end(JSON.stringify({ attemptId, result: 'NOT_FOUND' }));
  };
  const keys = { BRAMKA_ACQUIRER_KEY: 'a-key', BRAMKA_DS_KEY: 'a-key' };
  const urls = { BRAMKA_ACQUIRER_URL: `${server.url}/acq`, BRAMKA_DS_URL: `${server.url}/ds` };
  const [, text] = await doctor({ ...keys, ...urls });
  server.close();
  assert.match(text, /^ok acquirer answers at BRAMKA_ACQUIRER_URL$/m);
  assert.deepEqual(sent.sort(), ['/acq/inquire {"attemptId":"<id>"}', '/ds {}']);
});
