// Tests that the directory servers know network tokens as enrolled ranges, and that the card behind
// a token decides.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { areqOf, openAcsFixture, type AcsFixture } from '../testing/acs-fixture.ts';
import { tokenRanges } from '../tokens/numbers.ts';
import { createDirectory, type SimulatedDirectory } from './directory.ts';
import { standardRanges } from './ranges.ts';

const TOKEN = `${tokenRanges.VTS}0000000007`;

let fixture: AcsFixture;
let directory: SimulatedDirectory;
let card: string | undefined;
before(async () => {
  fixture = await openAcsFixture('memory');
  const token = { merchantId: '10000001', status: 'ACTIVE', expiry: '203103' } as const;
  directory = createDirectory({
    acs: fixture.acs,
    ids: fixture.ids,
    ranges: standardRanges,
    keys: () => Promise.resolve(fixture.keys),
    publicUrl: () => 'https://sandbox.example',
    prefix: '',
    tokens: {
      tokenOf: (number) => {
        equal(number, TOKEN);
        return Promise.resolve(card ? { ...token, card, cardExpiry: '203012' } : undefined);
      },
    },
  });
});
after(() => fixture?.close());

const ask = async (acctNumber = TOKEN) => {
  const answer = await directory.handle('VISA', areqOf(fixture.ids, { acctNumber }));
  return answer?.body as Record<string, unknown> | undefined;
};

const rows: [card: string | undefined, field: string, value: unknown][] = [
  ['4917110020000007', 'transStatus', 'C'],
  ['4917110010000009', 'transStatus', 'Y'],
  ['4917110013000006', 'transStatus', 'R'],
  ['4111111111111111', 'transStatus', 'Y'],
  ['4917110040000003', 'errorCode', '405'],
  [undefined, 'errorCode', '305'],
];
for (const [behind, field, value] of rows) {
  test(`a token of ${behind ?? 'no card'} is answered with ${field} ${String(value)}`, async () => {
    card = behind;
    equal((await ask())?.[field], value);
  });
}

test('the directory server fails for a token as it does for its card', async () => {
  card = '4917110042000001';
  equal(await directory.handle('VISA', areqOf(fixture.ids, { acctNumber: TOKEN })), undefined);
});

test('the ranges of tokens are published', async () => {
  const preq = {
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: fixture.ids.next(),
    threeDSServerRefNumber: 'MY-3DS-SERVER',
  };
  for (const [organization, range] of [
    ['VISA', tokenRanges.VTS],
    ['MASTERCARD', tokenRanges.SCOF],
  ] as const) {
    const answer = await directory.handle(organization, preq);
    const { cardRangeData } = answer?.body as { cardRangeData: { startRange: string }[] };
    const found = cardRangeData.find(({ startRange }) => startRange.startsWith(range));
    ok(found);
    deepEqual(found.startRange, range.padEnd(16, '0'));
  }
});
