// Payments by bank transfer, on both databases: the list of banks, the way to the bank and back,
// every result, and refusals before a provider is called.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  addMerchantClient,
  bodyOf,
  paymentIdOf,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import type { Json } from '../support/client.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import {
  actAtBank,
  autopayHash,
  comeBack,
  createTransfer,
  readTransfer,
  remoteIdOf,
  SERVICE_ID,
  TRANSFER_PATH,
  waitFor,
} from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

for (const database of databasesOfTier) {
  describe(`bank transfers on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      merchant = await addMerchantClient(gateway, { redirectOrigins: ['https://shop.example'] });
    });
    after(() => gateway?.release());

    const banks = async (): Promise<Json[]> => {
      const { token } = merchant;
      return bodyOf(
        await gateway.call<Json[]>('GET', '/v1/ecommerce/payment/methods/PBL', { token }),
      );
    };

    for (const provider of ['BM', 'PA']) {
      test(`the customer of ${provider} pays at the bank and comes back to the shop`, async () => {
        const redirectURL = 'https://shop.example/thanks?a=1';
        const extOrderId = randomUUID();
        const created = await createTransfer(merchant, { provider, redirectURL, extOrderId });
        assert.deepEqual(
          [created.body['status'], created.body['method']],
          ['PENDING', 'PBL'],
          created.text,
        );
        const paymentId = paymentIdOf(created);
        const remoteID = remoteIdOf(created);
        const { token } = merchant;
        const read = await gateway.call('GET', `/v1/ecommerce/payment/${paymentId}/status`, {
          token,
        });
        assert.equal(read.body['redirectURL'], created.body['redirectURL']);
        await actAtBank(gateway, remoteID, 'open');
        assert.equal((await merchant.read(paymentId))['status'], 'PENDING');
        const transfer = await actAtBank(gateway, remoteID, 'pay');
        assert.equal(transfer.state, 'PAID');
        const back = transfer.back ?? assert.fail('no way back');
        const [status, location] = await comeBack(back);
        const expected = `${redirectURL}&paymentId=${paymentId}&extOrderId=${extOrderId}`;
        assert.deepEqual([status, location], [303, expected]);
        const paid = await waitFor(merchant, paymentId, 'COMPLETED');
        assert.deepEqual([paid['capturedAmount'], paid['authorizedAmount']], [10, 10]);
      });

      test(`the customer of ${provider} refuses, and the order can be paid again`, async () => {
        const extOrderId = randomUUID();
        const created = await createTransfer(merchant, { provider, extOrderId });
        const transfer = await actAtBank(gateway, remoteIdOf(created), 'refuse');
        const [status] = await comeBack(transfer.back ?? '');
        assert.equal(status, 303);
        const refused = await waitFor(merchant, paymentIdOf(created), 'REJECTED');
        assert.equal(refused['rejectCode'], 'CANCELLED_BY_CUSTOMER');
        const again = await createTransfer(merchant, { provider, extOrderId });
        await actAtBank(gateway, remoteIdOf(again), 'pay');
        await comeBack((await readTransfer(gateway, remoteIdOf(again))).back ?? '');
        await waitFor(merchant, paymentIdOf(again), 'COMPLETED');
      });

      test(`a cancelled payment of ${provider} can no longer be paid at the bank`, async () => {
        const extOrderId = randomUUID();
        const created = await createTransfer(merchant, { provider, extOrderId });
        const cancelled = await merchant.call('POST', paymentIdOf(created), '/cancel', {});
        assert.equal(cancelled.body['status'], 'CANCELLED', cancelled.text);
        const remoteID = remoteIdOf(created);
        await until(
          async () => (await readTransfer(gateway, remoteID)).state === 'CANCELLED',
          'the provider to stop the transfer',
        );
        assert.equal((await actAtBank(gateway, remoteID, 'pay')).state, 'CANCELLED');
        const again = await createTransfer(merchant, { provider, extOrderId });
        assert.equal(again.body['status'], 'PENDING', again.text);
      });
    }

    test('the list of banks comes from both providers, with limits, state and hours', async () => {
      const list = await banks();
      const find = (provider: string, bankId: number) =>
        list.find((one) => one['provider'] === provider && one['bankId'] === bankId);
      assert.deepEqual(find('BM', 106), {
        provider: 'BM',
        bank: '106',
        bankId: 106,
        iconURL: `${gateway.url}/sandbox/autopay/icons/106.svg`,
        name: 'Test bank',
        status: 'ENABLED',
        minAmount: 0.01,
        maxAmount: 100_000,
        availability: '00:00-24:00',
      });
      assert.equal(find('BM', 201)?.['status'], 'UNAVAILABLE');
      assert.equal(find('BM', 202)?.['status'], 'UNAVAILABLE');
      assert.deepEqual([find('BM', 203)?.['minAmount'], find('BM', 203)?.['maxAmount']], [1, 10]);
      assert.equal(find('PA', 301)?.['availability'], '06:00-22:00');
      assert.equal(find('BM', 301), undefined);
      const icon = await fetch(String(find('BM', 106)?.['iconURL']));
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml']);
    });

    const early: [what: string, wanted: Parameters<typeof createTransfer>[1], code: string][] = [
      ['a bank in maintenance', { bank: '201' }, 'BANK_UNAVAILABLE'],
      ['a disabled bank', { bank: '202' }, 'BANK_UNAVAILABLE'],
      [
        'an amount below the limit of the bank',
        { bank: '203', amount: 0.99 },
        'AMOUNT_OUT_OF_RANGE',
      ],
      [
        'an amount above the limit of the bank',
        { bank: '203', amount: 10.01 },
        'AMOUNT_OUT_OF_RANGE',
      ],
      ['a bank that the provider does not start', { bank: '207' }, 'BANK_UNAVAILABLE'],
    ];
    for (const [what, wanted, code] of early) {
      test(`${what} is refused with ${code}`, async () => {
        const created = await createTransfer(merchant, wanted);
        const ended = await waitFor(merchant, paymentIdOf(created), 'REJECTED');
        assert.equal(ended['rejectCode'], code);
        assert.equal(created.body['redirectURL'], undefined);
      });
    }

    test('other currencies, holds and series are refused early', async () => {
      const order = { amount: 10, currency: 'EUR', extOrderId: randomUUID() };
      const inEuro = await createTransfer(merchant, {}, { order });
      assert.deepEqual(
        [inEuro.body['status'], inEuro.body['rejectCode']],
        ['REJECTED', 'CURRENCY_NOT_SUPPORTED'],
      );
      const hold = await createTransfer(merchant, {}, { options: { transKind: 'PREAUTH' } });
      assert.deepEqual(
        [hold.body['status'], hold.body['rejectCode']],
        ['REJECTED', 'METHOD_NOT_SUPPORTED'],
      );
    });

    const malformed: [instrument: Json, field: string][] = [
      [{ type: 'PBL' }, 'instrument.bank'],
      [{ type: 'PBL', bank: 'MBANK' }, 'instrument.bank'],
      [{ type: 'PBL', bank: '999' }, 'instrument.bank'],
      [{ type: 'PBL', bankId: 999 }, 'instrument.bankId'],
      [{ type: 'PBL', bank: '106', bankId: 3 }, 'instrument.bankId'],
      [{ type: 'PBL', bank: '106', provider: 'XX' }, 'instrument.provider'],
      [{ type: 'PBL', bank: '301', provider: 'BM' }, 'instrument.bank'],
      [{ type: 'PBL', bank: '106', cvv: '123' }, 'instrument.cvv'],
      [{ type: 'PBL', bank: '106', code: '777123' }, 'instrument.code'],
    ];
    for (const [instrument, field] of malformed) {
      test(`${JSON.stringify(instrument)} is refused at ${field}`, async () => {
        const reply = await createTransfer(merchant, {}, { instrument });
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], reply.text);
        const [detail] = reply.body['details'] as Json[];
        assert.equal(detail?.['field'], field);
      });
    }

    test('a repeated creation gets the same answer, with the link to the bank', async () => {
      const { token } = merchant;
      const headers = { 'Idempotency-Key': randomUUID() };
      const order = { amount: 10, currency: 'PLN', extOrderId: randomUUID() };
      const body = { method: 'PBL', order, instrument: { type: 'PBL', bank: '106' } };
      const create = () => gateway.call('POST', '/v1/ecommerce/payment', { token, body, headers });
      const first = await create();
      assert.match(String(bodyOf(first)['redirectURL']), /^http/);
      const again = await create();
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
    });

    test('bankId alone chooses the bank', async () => {
      const created = await createTransfer(
        merchant,
        {},
        { instrument: { type: 'PBL', bankId: 68 } },
      );
      assert.equal((await readTransfer(gateway, remoteIdOf(created))).bankId, 68);
    });

    test('the bank sees amount and description in its own characters', async () => {
      const created = await createTransfer(merchant, { amount: 1234.56 });
      const transfer = (await readTransfer(gateway, remoteIdOf(created))) as unknown as Json;
      assert.deepEqual([transfer['amount'], transfer['currency']], ['1234.56', 'PLN']);
      assert.equal(transfer['description'], 'Zamowienie zolte');
    });

    test('a return without a valid hash is refused and changes nothing', async () => {
      const created = await createTransfer(merchant);
      const { orderID } = await readTransfer(gateway, remoteIdOf(created));
      const at = (query: Record<string, string>): string =>
        `${gateway.url}${TRANSFER_PATH}?${String(new URLSearchParams(query))}`;
      const Hash = autopayHash(SERVICE_ID, orderID);
      const query = { ServiceID: SERVICE_ID, OrderID: orderID, Hash };
      const bad = [
        {},
        { ...query, Hash: Hash.replace(/^./, 'x') },
        { ...query, Hash: '' },
        { ...query, ServiceID: '1' },
        { ...query, OrderID: orderID.replace(/.$/, 'x') },
        { ServiceID: SERVICE_ID, OrderID: '123', Hash: autopayHash(SERVICE_ID, '123') },
      ];
      for (const one of bad) assert.deepEqual((await comeBack(at(one)))[0], 401);
      const [status, location] = await comeBack(at(query));
      assert.equal(status, 303);
      assert.ok(location?.startsWith(`${gateway.url}/`), String(location));
      assert.equal((await merchant.read(paymentIdOf(created)))['status'], 'PENDING');
    });
  });
}
