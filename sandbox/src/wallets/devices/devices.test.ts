// Tests of device numbers on every kind of storage: what is stored, which card is behind a number,
// and for what a cryptogram is valid.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { parties } from '../../parties.ts';
import { backingsWith } from '../../testing/backing.ts';
import {
  deviceRequest,
  openWalletsFixture,
  type WalletsFixture,
} from '../../testing/wallets-fixture.ts';
import { directoryServerIds, type Organization } from '../../wire/organization.ts';
import { CRYPTOGRAM_LIFE_MS, type DeviceUse, type IssuedDevice } from './devices.ts';
import { organizationOf } from '../../wire/cards/card-number.ts';
import { deviceRanges, isDeviceNumber } from './ranges.ts';

const CARD = '4111111111111111';

for (const backing of backingsWith(process.env['BRAMKA_TEST_POSTGRES'])) {
  describe(`device numbers on ${backing}`, () => {
    let fixture: WalletsFixture;
    before(async () => {
      fixture = await openWalletsFixture(backing, createTestDatabase);
    });
    after(() => fixture?.close());
    testDevices(() => fixture);
  });
}

const useOf = (
  fixture: WalletsFixture,
  issued: IssuedDevice,
  overrides: Partial<DeviceUse> = {},
) => ({
  cryptogram: issued.cryptogram,
  eci: issued.eci,
  merchantId: '10000001',
  amountMinor: 500n,
  currency: 'PLN',
  attemptId: fixture.ids.next(),
  ...overrides,
});

function testDevices(current: () => WalletsFixture): void {
  test('stores neither the card, the device number nor the cryptogram', async () => {
    const fixture = current();
    const issued = await fixture.devices.issue(deviceRequest());
    const device = await fixture.store.ofNumber(fixture.safe.hash('number', issued.number));
    const row = await fixture.store.cryptogram(fixture.safe.hash('cryptogram', issued.cryptogram));
    assert.ok(device && row);
    const stored = inspect([device, row], { depth: null, maxArrayLength: null });
    const bytes = Buffer.from(device.sealedNumbers).toString('latin1');
    for (const text of [CARD, issued.number, issued.cryptogram]) {
      assert.ok(!stored.includes(text) && !bytes.includes(text));
    }
    assert.deepEqual(fixture.safe.open(device), {
      number: issued.number,
      expiry: issued.expiry,
      card: CARD,
      cardExpiry: '203012',
    });
  });

  test('finds the card behind a device number, until the number expires', async () => {
    const fixture = current();
    const { number, expiry } = await fixture.devices.issue(deviceRequest());
    const known = { isExpired: false, expiry, card: CARD, cardExpiry: '203012' };
    assert.deepEqual(await fixture.devices.deviceOf(number), known);
    assert.equal(await fixture.devices.deviceOf(CARD), undefined);
    const now = fixture.clock.now();
    const end = Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)));
    fixture.clock.advance(end - 1 - now);
    assert.equal((await fixture.devices.deviceOf(number))?.isExpired, false);
    fixture.clock.advance(1);
    assert.equal((await fixture.devices.deviceOf(number))?.isExpired, true);
    const next = await fixture.devices.issue(deviceRequest());
    assert.notEqual(next.number, number, 'another year, another number');
    fixture.clock.advance(now - end);
  });

  test('a card has one number per wallet, also when two ask at once', async () => {
    const fixture = current();
    const request = deviceRequest({ card: '4000000000009995' });
    const [one, two] = await Promise.all([
      fixture.devices.issue(request),
      fixture.node().issue(request),
    ]);
    assert.equal(one.number, two.number);
    assert.notEqual(one.cryptogram, two.cryptogram);
    const others = [
      { ...request, wallet: 'GPAY' as const },
      { ...request, card: CARD },
      { ...request, cardExpiry: '203011' },
    ];
    for (const other of others) {
      assert.notEqual((await fixture.devices.issue(other)).number, one.number);
    }
  });

  test('a cryptogram is used up by one attempt, also when two use it at once', async () => {
    const fixture = current();
    const issued = await fixture.devices.issue(deviceRequest());
    const otherNode = fixture.node();
    const uses = [useOf(fixture, issued), useOf(fixture, issued)] as const;
    const used = await Promise.all([
      fixture.devices.useCryptogram(issued.number, uses[0]),
      otherNode.useCryptogram(issued.number, uses[1]),
    ]);
    assert.equal(used.filter(Boolean).length, 1);
    const winner = used[0] ? uses[0] : uses[1];
    assert.equal(
      await otherNode.useCryptogram(issued.number, winner),
      true,
      'the same attempt again',
    );
  });

  test('a cryptogram is valid for its number, merchant, amount, indicator and time', async () => {
    const fixture = current();
    const issued = await fixture.devices.issue(deviceRequest());
    const another = await fixture.devices.issue(deviceRequest({ card: '5555555555554444' }));
    const use = useOf(fixture, issued);
    const wrong: [string, DeviceUse][] = [
      [another.number, use],
      [CARD, use],
      [issued.number, { ...use, merchantId: '10000002' }],
      [issued.number, { ...use, amountMinor: 501n }],
      [issued.number, { ...use, currency: 'EUR' }],
      [issued.number, { ...use, eci: null }],
      [issued.number, { ...use, eci: '07' }],
      [issued.number, { ...use, cryptogram: another.cryptogram }],
      [issued.number, { ...use, cryptogram: '' }],
    ];
    for (const [number, claim] of wrong) {
      assert.equal(await fixture.devices.useCryptogram(number, claim), false, inspect(claim));
    }
    fixture.clock.advance(CRYPTOGRAM_LIFE_MS + 1);
    assert.equal(await fixture.devices.useCryptogram(issued.number, use), false, 'expired');
    fixture.clock.advance(-1);
    assert.equal(await fixture.devices.useCryptogram(issued.number, use), true, 'in time');
  });

  test('a cryptogram has 20 bytes; the indicator says authenticated, or is missing', async () => {
    const { devices } = current();
    const issued = await devices.issue(deviceRequest());
    assert.equal(Buffer.from(issued.cryptogram, 'base64').length, 20);
    assert.equal(issued.eci, '05');
    assert.equal((await devices.issue(deviceRequest({ hasEci: false }))).eci, null);
    for (const card of ['5555555555554444', '6759649826438453']) {
      assert.equal((await devices.issue(deviceRequest({ card }))).eci, '02');
    }
  });
}

const cards: Readonly<Record<Organization, string>> = {
  VISA: CARD,
  MASTERCARD: '2223003122003222',
  AMEX: '378282246310005',
  DISCOVER: '6011111111111117',
  JCB: '3530111333300000',
  UNIONPAY: '6200000000000005',
  MAESTRO: '6759649826438453',
  DINERS: '30569309025904',
};

test('every organization has device numbers of its own, as long as its cards', async () => {
  const fixture = await openWalletsFixture('memory');
  for (const organization of Object.keys(directoryServerIds) as Organization[]) {
    const card = cards[organization];
    const { number } = await fixture.devices.issue(deviceRequest({ card }));
    assert.ok(passesLuhn(number) && isDeviceNumber(number));
    assert.equal(number.length, card.length);
    assert.ok(number.startsWith(deviceRanges[organization]));
    assert.deepEqual([organizationOf(number), organizationOf(card)], [organization, organization]);
  }
  await fixture.close();
});

test('no test card is a device number', () => {
  const values = parties.flatMap(({ triggers }) => triggers.map(({ value }) => value));
  assert.ok(values.includes(CARD));
  assert.deepEqual(values.filter(isDeviceNumber), []);
});
