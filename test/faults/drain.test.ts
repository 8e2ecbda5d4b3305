// SIGTERM under load: the process accepts nothing new, finishes what it has answered, exits with 0,
// and leaves no unfinished payment.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cardRequest, type Reply } from '../support/client.ts';
import { startGateway } from '../support/gateway.ts';
import { anyDatabase, createInstallation, databaseKinds, skipOn } from '../support/installation.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { until } from '../support/waiting/until.ts';
import { assertTotalsMatch, readPaymentTotals } from '../support/tables.ts';

for (const database of databaseKinds) {
  const name = `SIGTERM under load on the ${database} database drains and exits with 0`;
  test(name, { skip: skipOn(database) }, async () => {
    const installation = await createInstallation(database);
    const gateway = await startGateway({ installation });
    const token = await gateway.authenticate();
    const answered: string[] = [];
    const refused: Reply[] = [];
    let isStopping = false;
    const client = async (): Promise<void> => {
      for (;;) {
        const reply = await gateway.payByCard({ token }).catch(() => undefined);
        if (!reply && isStopping) return;
        assert.ok(reply, 'no request is refused while the gateway runs');
        if (reply.status === 200) answered.push(reply.body['paymentId'] as string);
        else refused.push(reply);
        if (refused.length > 100) return;
      }
    };
    const load = Array.from({ length: 12 }, client);
    await until(() => answered.length >= 40, 'some answers');
    isStopping = true;
    await gateway.stop();
    await Promise.all(load);
    for (const reply of refused) {
      assert.equal(reply.status, 503, reply.text);
      assertErrorReply(reply, 'while closing');
    }
    const rows = await readPaymentTotals(installation);
    assertTotalsMatch(rows);
    const completed = new Set(
      rows.filter((row) => row.status === 'COMPLETED').map((row) => row.paymentId),
    );
    for (const paymentId of answered) assert.ok(completed.has(paymentId), `${paymentId} is lost`);
    assert.equal(rows.length, answered.length, 'every payment that was made was also answered');
    await installation.remove();
  });
}

test('idle connections do not delay the exit', async () => {
  const env = { BRAMKA_FAILPOINTS: 'attempt.committed=delay:1500' };
  const gateway = await startGateway({ database: anyDatabase, env });
  const token = await gateway.authenticate();
  const silent = await connectTo(gateway.url);
  const kept = new Agent({ keepAlive: true, keepAliveMsecs: 60_000 });
  const before = await ask(kept, 'GET', `${gateway.url}/health/live`);
  assert.equal(before.status, 200);
  const made = await ask(kept, 'POST', `${gateway.url}/v1/ecommerce/payment`, token, cardRequest());
  assert.equal(made.status, 200);
  // A drain that waits for these connections is ended by its limit, with another exit code.
  await gateway.stop();
  silent.destroy();
  kept.destroy();
});

test('requests during shutdown are refused in the usual format', async () => {
  const env = { BRAMKA_FAILPOINTS: 'attempt.committed=delay:2000' };
  const gateway = await startGateway({ database: anyDatabase, env });
  const token = await gateway.authenticate();
  assert.equal((await gateway.payByCard({ token })).status, 200);
  // Two requests on one connection: the second one is read after the shutdown has started.
  const socket = await connectTo(gateway.url);
  let said = '';
  socket.on('data', (chunk) => (said += String(chunk)));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const body = JSON.stringify(cardRequest());
  const line = 'POST /v1/ecommerce/payment HTTP/1.1\r\nHost: localhost';
  const head = `${line}\r\nAuthorization: Bearer ${token}`;
  const type = 'Content-Type: application/json';
  socket.write(`${head}\r\n${type}\r\nContent-Length: ${body.length}\r\n`);
  await sleep(100);
  const stopped = gateway.stop();
  await until(() => gateway.logs().includes('"msg":"stopping"'), 'the start of the shutdown');
  socket.write(`\r\n${body}`);
  await Promise.all([stopped, closed]);
  if (said === '') return;
  assert.match(said, /^HTTP\/1\.1 (200|503) /);
  assert.match(said, /connection: close/i);
  assert.match(said, /x-trace-id: /i);
  if (said.startsWith('HTTP/1.1 503')) {
    assert.match(said, /retry-after: \d/i);
    assert.match(said, /"code":"[A-Z_]+","message":"[^"]+","details":\[\],"traceId":"/);
  }
});

interface Answer {
  readonly status: number;
}

function ask(
  agent: Agent,
  method: string,
  url: string,
  token?: string,
  body?: unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const sent = request(url, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}
