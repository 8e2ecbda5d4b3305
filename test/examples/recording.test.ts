// The examples of the documentation against a run of today: the same requests get the same answers,
// field by field; only ids, times, tokens and signatures may differ, which the recording replaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedExamples, type Example } from '@bramka/gateway/docs/examples.ts';
import { recordExamples } from './recording.ts';
import { stableValues } from './stable-values.ts';

/** On a busy machine the token service has answered before this call is answered. */
function asEarly(operation: string, example: Example | undefined): unknown {
  const answer = example?.answer as { status?: string } | undefined;
  const isEarly = operation === 'PATCH /v1/ecommerce/tokenizer/{tokenizerId}';
  if (!isEarly || answer?.status !== 'COMPLETED') return example;
  return { ...example, answer: { ...answer, status: 'PENDING' } };
}

test('every example is what a running gateway answers', async (t) => {
  const recorded = recordedExamples();
  const now = await recordExamples();
  assert.deepEqual(Object.keys(now).sort(), Object.keys(recorded).sort(), 'the endpoints');
  for (const [operation, examples] of Object.entries(recorded)) {
    await t.test(operation, () => {
      const caseOf = ({ when = 'usual' }: Example): string => when;
      assert.deepEqual((now[operation] ?? []).map(caseOf), examples.map(caseOf), 'the cases');
      for (const [index, example] of examples.entries()) {
        const about = `${caseOf(example)}: run \`npm run examples\` if the change is wanted`;
        assert.deepEqual(asEarly(operation, now[operation]?.[index]), example, about);
      }
    });
  }
});

test('replaces the same value by the same one, also in links and encoded messages', () => {
  const id = '01a1e095-8de0-72ee-812d-f313d9114d36';
  const stable = stableValues(['http://127.0.0.1:45678']);
  stable.startAt(Date.parse('2031-05-05T10:00:00.000Z'), Date.parse('2026-03-01T12:00:00.000Z'));
  const encoded = Buffer.from(JSON.stringify({ transID: id })).toString('base64url');
  const shown = stable.replace('test', {
    paymentId: id,
    url: `http://127.0.0.1:45678/pay/1/${id}/abcdef`,
    payload: encoded,
    validUntil: '2031-05-05T10:30:00.000Z',
  }) as Record<string, string>;
  const shownId = shown['paymentId'] ?? '';
  assert.notEqual(shownId, id);
  assert.match(shownId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(shown['url'] ?? '', new RegExp(`^http://127.0.0.1:8080/pay/1/${shownId}/\\w{6}$`));
  const payload = Buffer.from(shown['payload'] ?? '', 'base64url').toString();
  assert.deepEqual(JSON.parse(payload), { transID: shownId });
  assert.equal(shown['validUntil'], '2026-03-01T12:30:00.000Z');
  const again = stableValues([]).replace('test', {
    paymentId: 'fixed',
    amount: 12.5,
    list: [true],
  });
  assert.deepEqual(again, { paymentId: 'fixed', amount: 12.5, list: [true] });
});
