// Tests of the bank list: which channels are banks, what is left out, and that a bad answer keeps
// the last good list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../core/money.ts';
import { cachedBankList, type Bank } from '../../bank.ts';
import { ORDER, testService } from '../testing/operator-messages.ts';
import { serviceOf, vectorOf } from '../testing/vectors.ts';
import { channelListMessage, readChannelList } from './channel-list.ts';
import { hashOf } from '../hash.ts';

const channel = {
  gatewayID: 106,
  name: 'PBL test',
  groupType: 'PBL',
  bankName: 'NONE',
  iconUrl: 'https://images.example/106.png',
  state: 'OK',
  order: 2,
  currencies: [{ currency: 'PLN', minAmount: 0.01, maxAmount: 5000 }],
};
const answer = (gatewayList: unknown, more: object = {}) =>
  JSON.stringify({
    result: 'OK',
    serviceID: '100047',
    messageID: ORDER,
    gatewayGroups: [],
    gatewayList,
    ...more,
  });
const read = (body: string) => readChannelList(body, testService, ORDER, 'BM');
const ids = (body: string) => read(body)?.map(({ bankId }) => bankId);

test('the message has the hash of the published one', () => {
  const { key, values } = vectorOf('channel list');
  const service = serviceOf('47498', key);
  const messageId = values[1] ?? '';
  const message = channelListMessage(service, messageId);
  assert.deepEqual(message, {
    ServiceID: 47498,
    MessageID: messageId,
    Currencies: 'PLN',
    Language: 'PL',
    Hash: hashOf(['47498', messageId, 'PLN', 'PL'], service),
  });
});

test('a channel becomes a bank with exact limits', () => {
  assert.deepEqual(read(answer([channel])), [
    {
      provider: 'BM',
      bankId: 106,
      name: 'PBL test',
      iconUrl: 'https://images.example/106.png',
      state: 'OK',
      limits: [{ min: money(1n, 'PLN'), max: money(500_000n, 'PLN') }],
      hours: null,
    },
  ]);
});

test('banks are in the order of the operator; other channels and inexact ones are left out', () => {
  const list = [
    channel,
    { ...channel, gatewayID: 3, order: 1, state: 'TEMPORARY_DISABLED' },
    { ...channel, gatewayID: 9, groupType: 'FR', order: 3, state: 'DISABLED' },
    { ...channel, gatewayID: 509, groupType: 'BLIK' },
    { ...channel, gatewayID: '4' },
    { ...channel, gatewayID: 0 },
    { ...channel, gatewayID: 100_000 },
    { ...channel, name: '' },
    { ...channel, state: 'CLOSED' },
    { ...channel, currencies: [] },
    { ...channel, currencies: [{ currency: 'EUR', minAmount: 1, maxAmount: 2 }] },
    { ...channel, currencies: [{ currency: 'PLN', minAmount: 5, maxAmount: 2 }] },
    { ...channel, currencies: [{ currency: 'PLN', minAmount: 0.001, maxAmount: 2 }] },
    null,
    7,
  ];
  assert.deepEqual(ids(answer(list)), [3, 106, 9]);
  const spelled = { ...channel, iconUrl: undefined, iconURL: 'https://images.example/i.gif' };
  assert.equal(read(answer([spelled]))?.[0]?.iconUrl, 'https://images.example/i.gif');
  const script = { ...channel, iconUrl: 'javascript:alert(1)' };
  assert.equal(read(answer([script]))?.[0]?.iconUrl, null);
});

test('an answer that is not about this message cannot be used', () => {
  const bad = [
    '',
    'ERROR',
    'null',
    answer(undefined),
    answer('x'),
    answer([channel], { result: 'ERROR' }),
    answer([channel], { serviceID: '1' }),
    answer([channel], { messageID: 'x' }),
    answer([channel]).slice(1),
  ];
  for (const body of bad) assert.equal(read(body), undefined, body);
});

test('the list is loaded once a minute; a bad or empty answer keeps the last one', async () => {
  const bank = read(answer([channel]))?.[0] as Bank;
  const answers: (readonly Bank[] | undefined)[] = [undefined, [bank], [], undefined, [bank, bank]];
  let calls = 0;
  const list = cachedBankList(() => Promise.resolve(answers[calls++]));
  const after = async (at: number): Promise<number> => {
    await list.refresh(at);
    return list.banks().length;
  };
  assert.equal(await after(0), 0);
  assert.equal(await after(1), 1);
  assert.equal(await after(50_000), 1);
  assert.equal(calls, 2);
  assert.equal(await after(50_001), 1);
  assert.equal(await after(50_002), 1);
  assert.equal(await after(50_003), 2);
  assert.equal(calls, 5);
});

test('requests that come together ask once', async () => {
  let calls = 0;
  const list = cachedBankList(() => {
    calls += 1;
    return Promise.resolve(undefined);
  });
  await Promise.all([list.refresh(0), list.refresh(0)]);
  assert.equal(calls, 1);
});
