// Event streams beyond one node: events that another node commits, metrics while a stream is open,
// and a gateway that stops with open streams.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStream } from '../support/events/stream-client.ts';
import { startGateway } from '../support/gateway.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { exclusiveNodes } from '../support/pool/borrow.ts';
import { skipOn } from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';

const option = { skip: skipOn('postgres') };

test('an event that another node commits reaches the stream', option, async () => {
  const [left, right] = await exclusiveNodes('postgres', 2);
  assert.ok(left && right);
  try {
    const merchant = await addMerchantClient(left);
    const stream = await openStream(right.url, { token: merchant.token });
    await until(() => stream.lastId() !== '', 'the first id');
    await merchant.pay();
    await stream.waitFor(3);
    const metrics = await (await fetch(`${right.url}/metrics`)).text();
    assert.match(metrics, /^bramka_event_streams 1$/m);
    assert.match(metrics, /^bramka_http_requests_in_flight 1$/m, 'only the one for the metrics');
    stream.close();
    await until(async () => {
      const text = await (await fetch(`${right.url}/metrics`)).text();
      assert.ok(!/bramka_http_request_seconds_count\{[^}]*events\/stream/.test(text));
      return /^bramka_event_streams 0$/m.test(text);
    }, 'no open stream');
  } finally {
    await left.release();
  }
});

test('a gateway that stops ends its streams and drains', async () => {
  const gateway = await startGateway();
  const merchant = await addMerchantClient(gateway);
  const stream = await openStream(gateway.url, { token: merchant.token });
  await until(() => stream.lastId() !== '', 'the first id');
  await gateway.stop();
  assert.ok(stream.isEnded());
  assert.match(stream.comments.at(-1) ?? '', /^The gateway is stopping\. /);
});
