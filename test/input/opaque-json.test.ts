// JSON that only the merchant interprets, and numbers in every place, on both databases: no input
// may crash a process, and stored values are exact.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { openDatabaseOf, type OpenDatabase } from '../support/life/consistency.ts';
import {
  base,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
} from '../support/life/payments.ts';
import { type MerchantClient } from '../support/life/payments.ts';
import { databaseKinds, skipOn } from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';

/** A valid request with one member written as given. */
const requestWith = (member: string): string =>
  `${JSON.stringify(cardRequest()).slice(0, -1)},${member}}`;

/** A valid request in which the first match is replaced. */
const requestBut = (what: string, replacement: string): string => {
  const text = JSON.stringify(cardRequest({ extra: { options: { validTime: 1800 } } }));
  assert.ok(text.includes(what));
  return text.replace(what, replacement);
};

const numbers = (number: string, bytes: number): string =>
  Array<string>(Math.floor(bytes / (number.length + 1)))
    .fill(number)
    .join(',');

const exponent = 'must have an exponent from -324 to 324';
const digits = 'must be written in at most 40 characters';

const refused: readonly (readonly [body: string, field: string, message: string])[] = [
  [
    requestWith(`"consents":[{"x":[${numbers('1e131000', 45_000)}]}]`),
    'consents[0].x[0]',
    exponent,
  ],
  [requestWith('"consents":[{"x":1e200000}]'), 'consents[0].x', exponent],
  [requestWith('"consents":[{"x":-1E+325}]'), 'consents[0].x', exponent],
  [requestWith('"consents":[{"x":0e-325}]'), 'consents[0].x', exponent],
  [requestWith(`"consents":[{"x":${'9'.repeat(41)}}]`), 'consents[0].x', digits],
  [requestWith('"anything":{"else":[1e131000]}'), 'anything.else[0]', exponent],
  [requestWith('"consents":[1.5]'), 'consents[0]', 'must be an object'],
  [requestWith('"device":1.5'), 'device', 'must be an object'],
  [requestBut('123.45', '1e131000'), 'order.amount', exponent],
  [requestBut('123.45', '1e-131000'), 'order.amount', exponent],
  [requestBut('123.45', '1e324'), 'order.amount', 'must be at most 999999999.99'],
  [requestBut('1800', '1e131000'), 'options.validTime', exponent],
  [requestBut('1800', '1800.5'), 'options.validTime', 'must be a whole number'],
  [requestBut('1800', '9007199254740993.0'), 'options.validTime', 'must be a whole number'],
  [requestBut('1800', '59.0'), 'options.validTime', 'must be at least 60'],
  [requestBut('1800', '2.592001e6'), 'options.validTime', 'must be at most 2592000'],
];

for (const database of databaseKinds) {
  describe(`numbers and opaque JSON on ${database}`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    const create = (body: string): Promise<Reply> =>
      gateway.call('POST', base, { token: merchant.token, body });

    async function peek<T>(work: (db: OpenDatabase) => Promise<T>): Promise<T> {
      const db = await openDatabaseOf(gateway.installation);
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    }

    for (const [body, field, message] of refused) {
      const start = body.slice(-40);
      test(`${field} ${message}: …${start}`, async () => {
        const reply = await create(body);
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], reply.text);
        assert.deepEqual(reply.body['details'], [{ field, message }]);
        assert.equal(reply.body['message'], `${field} ${message}.`);
      });
    }

    test('consents are stored as written, also by a retry', async () => {
      const consents = '[{"a":1e324,"b":[1.50,-0.0,12345678901234567890],"c":"zł"},{}]';
      const bad = requestWith(`"consents":${consents}`).replace(
        /"expDate":"\d+"/,
        '"expDate":"200001"',
      );
      const [first, second] = [
        paymentIdOf(await create(requestWith(`"consents":${consents}`))),
        paymentIdOf(await create(bad)),
      ];
      const ended = await gateway.waitForStatus(merchant.token, second);
      assert.equal(ended['status'], 'REJECTED');
      const retried = paymentIdOf(await merchant.call('POST', second, '/retry'));
      const rows = await peek((db) =>
        runSql<Json>(
          db,
          `select consents, details ? 'consents' as twice from payment_details
           where payment_id = any ($1::uuid[])`,
          [`{${[first, second, retried].join(',')}}`],
        ),
      );
      assert.deepEqual(rows, Array(3).fill({ consents, twice: false }));
    });

    test('consents may have 16,384 bytes and no more', async () => {
      const sized = (bytes: number) =>
        `"consents":[{"x":"${'ż'.repeat(100)}","y":"${'x'.repeat(bytes - 217)}"}]`;
      const fits = await create(requestWith(sized(16_384)));
      assert.equal(fits.status, 200, fits.text);
      const over = await create(requestWith(sized(16_385)));
      assert.deepEqual(refusalOf(over), [400, 'INVALID_REQUEST']);
      const message = 'must have at most 16384 bytes as JSON';
      assert.deepEqual(over.body['details'], [{ field: 'consents', message }]);
    });

    test('short numbers in consents stay short, in the table and in answers', async () => {
      const consents = `[{"x":[${numbers('1e324', 16_000)}]}]`;
      const paymentId = paymentIdOf(await create(requestWith(`"consents":${consents}`)));
      await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
      const text =
        'select octet_length(consents) as bytes from payment_details where payment_id = $1';
      const rows = await peek((db) => runSql<Json>(db, text, [paymentId]));
      assert.deepEqual(rows, [{ bytes: consents.length }]);
      const { text: read } = await merchant.call('GET', paymentId);
      assert.ok(read.length < 2 * consents.length, `${read.length} characters`);
    });

    test('a whole number may be written with a fraction of zeros or an exponent', async () => {
      for (const written of ['1800', '1800.0', '1800.000', '1.8e3', '18E+2', '18000e-1']) {
        const paymentId = paymentIdOf(await create(requestBut('1800', written)));
        const { createdAt, validUntil } = (await merchant.read(paymentId)) as Record<
          string,
          string
        >;
        assert.equal(
          Date.parse(validUntil ?? '') - Date.parse(createdAt ?? ''),
          1_800_000,
          written,
        );
      }
    });

    test('an amount with an exponent is exact', async () => {
      for (const [written, told] of [
        ['1.2345e2', '123.45'],
        ['12345e-2', '123.45'],
        ['1e2', '100.00'],
      ] as const) {
        const paymentId = paymentIdOf(await create(requestBut('123.45', written)));
        const reply = await merchant.call('GET', paymentId);
        assert.ok(reply.text.includes(`"amount":${told},`), reply.text);
      }
    });

    test('a row that is too large to read fails one request, not the process', async (context) => {
      if (database === 'embedded') return context.skip('there is no connection to lose');
      const [large, otherId] = [await merchant.pay(), await merchant.pay()];
      await peek((db) =>
        runSql(
          db,
          `update payment_details set details = jsonb_build_object('customer',
             jsonb_build_object('email', repeat('x', 70000000))) where payment_id = $1`,
          [large],
        ),
      );
      const told = (): number =>
        gateway.logs().split('an answer of the database cannot be read').length - 1;
      // On a busy machine the statement may reach its time limit before its answer is too large.
      await until(async () => {
        const reply = await merchant.call('GET', large);
        const refusal = refusalOf(reply);
        assert.deepEqual(refusal, [503, 'STORAGE_UNAVAILABLE'], reply.text.slice(0, 500));
        return told() > 0;
      }, 'an answer that is too large');
      bodyOf(await merchant.call('GET', otherId));
      bodyOf(await merchant.call('GET', large, '/status'));
      bodyOf(await gateway.call('GET', '/health/ready'));
      assert.equal(told(), 1, 'the operator is told once');
    });
  });
}
