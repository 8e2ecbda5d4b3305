// The attack corpus against encrypted card fields: every attack, in every field and endpoint that
// accepts one, gets 400 with one and the same text, and changes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertHealthy, startTarget, type Target } from '../support/attack.ts';
import type { Json, Reply } from '../support/client.ts';
import type { Attack } from '../support/jwe/attack.ts';
import { attacksOn } from '../support/jwe/attacks.ts';
import { readSealer } from '../support/jwe/keys.ts';
import { base, card } from '../support/life/payments.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { rowsOf } from '../support/tables.ts';

const UNREADABLE =
  'cannot be decrypted; encrypt the value again to the key of GET /v1/ecommerce/keys';
const DAY_SECONDS = 86_400;
const fields = {
  encInstrumentNo: 'instrumentNo',
  encExpDate: 'expDate',
  encCvv: 'cvv',
} as const;
type Field = keyof typeof fields;

let target: Target;
let attacks: Attack[];
before(async () => {
  target = await startTarget();
  const { gateway } = target;
  const { key: endedKey } = await readSealer(gateway);
  await gateway.call('POST', '/v1/admin/keys/rotate-encryption', { token: gateway.adminKey });
  await gateway.call('POST', '/sandbox/clock', {
    body: { advance: DAY_SECONDS + 1, freeze: true },
  });
  target = { ...target, token: await gateway.authenticate() };
  attacks = attacksOn({ ...(await readSealer(gateway)), endedKey });
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.release();
});

/** Everything of an answer that could tell one cause from another. */
function shown({ status, body, headers }: Reply): string {
  const { traceId: _chance, ...told } = body;
  const names = [...headers.keys()].filter((name) => !['date', 'x-trace-id'].includes(name));
  const lines = names.sort().map((name) => `${name}: ${String(headers.get(name))}`);
  return JSON.stringify([status, told, lines]);
}

function instrumentWith(field: Field, jwe: string): Json {
  const { [fields[field]]: _plain, ...rest } = card;
  return { ...rest, type: 'CARD', [field]: jwe };
}

test('every attack on a payment gets the same answer, and no payment is made', async () => {
  const { gateway, token } = target;
  const count = async (): Promise<unknown> =>
    (await rowsOf(gateway.installation, 'select count(*)::integer as count from payments'))[0];
  const before = await count();
  for (const field of Object.keys(fields) as Field[]) {
    const answers = new Map<string, string>();
    for (const { why, jwe } of attacks) {
      const extra = { instrument: instrumentWith(field, jwe) };
      const reply = await gateway.payByCard({ token, extra });
      assert.equal(reply.status, 400, `${field} that ${why}: ${reply.text}`);
      assertErrorReply(reply, why);
      const details = [{ field: `instrument.${field}`, message: UNREADABLE }];
      assert.deepEqual(reply.body['details'], details, `${field} that ${why}`);
      answers.set(shown(reply), why);
    }
    assert.equal(answers.size, 1, [...answers.values()].join(', '));
  }
  assert.deepEqual(await count(), before);
});

test('so does every attack on a look-up and on a payment that waits', async () => {
  const { gateway, token } = target;
  const body = { order: { amount: 5, currency: 'PLN' } };
  const made = await gateway.call('POST', base, { token, body });
  const one = `${base}/${String(made.body['paymentId'])}`;
  const calls: [method: string, path: string, wrap: (instrument: Json) => Json][] = [
    ['POST', `${base}/binInfo`, (instrument) => ({ instrument })],
    ['POST', `${base}/cardInfo`, (instrument) => ({ instrument })],
    ['POST', '/v1/ecommerce/tokenizer/binInfo', (instrument) => ({ instrument })],
    ['POST', '/v1/ecommerce/tokenizer', (instrument) => ({ instrument })],
    ['PUT', `${one}/instrument`, (instrument) => instrument],
    ['PATCH', `${one}/instrument`, (instrument) => ({ instrument })],
    ['PATCH', one, (instrument) => ({ instrument })],
  ];
  const answers = new Set<string>();
  for (const [at, { why, jwe }] of attacks.entries()) {
    // Each attack goes to one of them; all share the code that opens the fields.
    const [method, path, wrap] = calls[at % calls.length] ?? assert.fail();
    const sent = wrap(instrumentWith('encInstrumentNo', jwe));
    const reply = await gateway.call(method, path, { token, body: sent });
    assert.equal(reply.status, 400, `${path}, ${why}: ${reply.text}`);
    answers.add(shown(reply));
  }
  assert.equal(answers.size, 1, [...answers].join('\n'));
  assert.equal((await gateway.statusOf(token, one.slice(base.length + 1)))['status'], 'NEW');
});
