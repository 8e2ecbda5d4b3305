// Replies around an authentication have exactly the documented fields: answers to the directory
// server, the browser's return, the challenge over the JSON API, and the charges.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  base,
  card as plainCard,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
} from '../support/life/payments.ts';
import { assertReplyFits, operationsOf, type ApiOperation } from '../support/reply-check.ts';
import { appCustomer } from '../support/threeds/app-customer.ts';
import {
  acsDataOf,
  browserDevice,
  cards,
  challengeAfter,
  notificationPath,
  passChallenge,
  payToChallenge,
  payWithDevice,
} from '../support/threeds/challenge.ts';
import { cresOf, encoded } from '../support/threeds/hostile-browser.ts';
import { resultOf, targetOf } from '../support/threeds/hostile-results.ts';
import { openResultFixture, type ResultFixture } from '../support/threeds/result-fixture.ts';
import { freezeClock } from '../support/threeds/frozen-clock.ts';

const twin = '/sandbox/acs/challenges/{acsTransID}';

describe('replies around an authentication', () => {
  let fixture: ResultFixture;
  let operations: ApiOperation[];
  before(async () => {
    fixture = await openResultFixture();
    operations = await operationsOf(fixture.gateway);
  });
  after(() => fixture?.close());

  const fits = (method: string, path: string, reply: Reply<unknown>): void =>
    assertReplyFits(operations, method, path, reply);

  test('a result is answered with an RRes, a malformed one with an Erro', async () => {
    const mine = await fixture.challenged(fixture.shop);
    const wrong = await fixture.notify({ body: resultOf(mine, { transStatus: 'C' }) }, mine.key);
    fits('POST', notificationPath, wrong);
    const { messageType, errorMessageType, threeDSServerTransID } = wrong.body;
    assert.deepEqual([messageType, errorMessageType], ['Erro', 'RReq']);
    assert.equal(threeDSServerTransID, mine.id);
    const back = await fixture.notify({ body: { cres: encoded(cresOf(mine)) } });
    fits('POST', notificationPath, back);
    assert.equal(back.body['paymentId'], mine.paymentId);
    const received = await fixture.notify({ body: resultOf(mine, { transStatus: 'N' }) }, mine.key);
    fits('POST', notificationPath, received);
    assert.deepEqual(
      [received.body['messageType'], received.body['acsTransID'], received.body['dsTransID']],
      ['RRes', mine.acsTransId, mine.dsTransId],
    );
  });

  test('the result of an app is answered with the id of its SDK', async () => {
    const app = await appCustomer(fixture.gateway, fixture.shop.token);
    const { paymentId, acsData, challenge, sdk } = await app.startChallenge();
    const mine = targetOf(
      paymentId,
      await fixture.directory.talk(String(acsData['tdsServerTxnId'])),
    );
    await challenge.send();
    await challenge.send({ challengeDataEntry: '1234' });
    const received = await fixture.notify(
      { body: await fixture.directory.result(mine.id) },
      mine.key,
    );
    fits('POST', notificationPath, received);
    assert.equal(received.body['sdkTransID'], sdk.authenticationParameters().transId);
    await fixture.gateway.waitForStatus(fixture.shop.token, paymentId, 'COMPLETED');
  });

  test('a challenge is shown without fields that have no value', async () => {
    const mine = await fixture.challenged(fixture.shop);
    const path = twin.replace('{acsTransID}', mine.acsTransId);
    const { gateway } = fixture;
    const open = await gateway.call('GET', path);
    fits('GET', twin, open);
    assert.deepEqual(['transStatus' in open.body, 'back' in open.body], [false, false]);
    for (const [body, state] of [
      [{ action: 'password', password: '0' }, 'OPEN'],
      [{ action: 'push' }, 'PUSHED'],
      [{ action: 'reject' }, 'FINISHED'],
    ] as const) {
      const reply = await gateway.call('POST', path, { body });
      fits('POST', twin, reply);
      assert.equal(reply.body['state'], state);
    }
    const end = await gateway.call('GET', path);
    fits('GET', twin, end);
    assert.equal(end.body['transStatus'], 'N');
    assert.deepEqual(Object.keys(end.body['back'] as Json), ['url', 'cres']);
    bodyOf(await fixture.shop.call('POST', mine.paymentId, '/cancel'));
  });

  test('a payment shows its challenge data only while the challenge is pending', async () => {
    const { gateway, shop } = fixture;
    const read = async (paymentId: string): Promise<Json> => {
      const reply = await shop.call('GET', paymentId);
      fits('GET', `${base}/{paymentId}`, reply);
      return reply.body;
    };
    const mine = await fixture.challenged(shop);
    const shown = await read(mine.paymentId);
    assert.equal(shown['dataRequest'], 'CARD_3DS');
    assert.deepEqual(shown['acsData'], await acsDataOf(gateway, shop.token, mine.paymentId));
    await fixture.finish(shop, mine);
    assert.equal('acsData' in (await read(mine.paymentId)), false);
    const charges = await gateway.call('GET', chargesPath(mine.paymentId));
    fits('GET', '/sandbox/acquirer/charges', charges);
    const waiting = await read(paymentIdOf(await shop.create({ card: cards.challenge })));
    assert.deepEqual([waiting['dataRequest'], waiting['acsData']], ['DEVICE', undefined]);
  });

  test('a payment shows its 3DS Method data while the step is pending', async (t) => {
    const { gateway, shop } = fixture;
    await freezeClock(t, gateway);
    const card = cards.methodThenChallenge;
    const reply = await payWithDevice(gateway, { token: shop.token, card });
    const shown = await shop.call('GET', paymentIdOf(reply));
    fits('GET', `${base}/{paymentId}`, shown);
    const acsData = await acsDataOf(gateway, shop.token, paymentIdOf(reply));
    assert.ok(acsData.threeDSMethodData);
    assert.deepEqual(shown.body['acsData'], acsData);
    bodyOf(await shop.call('POST', paymentIdOf(reply), '/cancel'));
  });

  test('a payment page reads the challenge data with its own token', async () => {
    const { gateway, shop } = fixture;
    const reply = await shop.createWithoutInstrument({ channel: 'PAYWALL' });
    const page = merchantClientOf(gateway, bodyOf(reply)['clientToken'] as string);
    const instrument = { ...plainCard, instrumentNo: cards.challenge };
    const body = { instrument, device: browserDevice() };
    const given = await page.call('PUT', paymentIdOf(reply), '/instrument', body);
    const { acsData } = await challengeAfter(gateway, page.token, given);
    const shown = await page.call('GET', paymentIdOf(reply));
    fits('GET', `${base}/{paymentId}`, shown);
    assert.deepEqual(shown.body['acsData'], acsData);
    bodyOf(await page.call('POST', paymentIdOf(reply), '/cancel'));
  });

  test('a payment cancelled during its challenge shows no challenge data', async () => {
    const { gateway, shop } = fixture;
    const { paymentId, acsTxnId } = await payToChallenge(gateway, { token: shop.token });
    const cancelled = await shop.call('POST', paymentId, '/cancel');
    fits('POST', `${base}/{paymentId}/cancel`, cancelled);
    assert.equal('acsData' in (await shop.read(paymentId)), false);
    await passChallenge(gateway, acsTxnId);
  });
});

function chargesPath(paymentId: string): string {
  return `/sandbox/acquirer/charges?paymentId=${paymentId}`;
}
