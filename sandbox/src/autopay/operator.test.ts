// Tests of the simulated operator: it refuses requests with a wrong hash or format as Autopay does,
// and sends notifications on the schedule of the protocol.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransferRow } from '../bank/transfer.ts';
import { hashOf, simulatedService } from '../bank/hash.ts';
import { retryMs } from './notices.ts';
import {
  cancelParameters,
  readForm,
  readJsonRequest,
  refundParameters,
  startParameters,
  statusParameters,
} from './requests.ts';
import { noticesOf, transactionsOf } from './transactions.ts';
import { instantOf, stampOf } from './warsaw.ts';

const service = simulatedService('autopay', null);
const SERVICE_ID = service.serviceId;
const form = (fields: Record<string, string>, hash?: string) => {
  const Hash = hash ?? hashOf(Object.values(fields), service);
  return new URLSearchParams({ ...fields, Hash }).toString();
};
const call = (body: string, bmheader = 'pay-bm') => ({ path: '/x', headers: { bmheader }, body });

test('the parameters of a start are numbered as in the protocol', () => {
  assert.equal(startParameters.length, 62);
  const numbers: [number, string][] = [
    [1, 'ServiceID'],
    [5, 'GatewayID'],
    [13, 'CustomerIP'],
    [19, 'ValidityTime'],
    [33, 'VerificationNRB'],
    [45, 'ReturnURL'],
    [53, 'DefaultRegulationAcceptanceTime'],
    [62, 'UserAgent'],
  ];
  for (const [number, name] of numbers) assert.equal(startParameters[number - 1], name);
});

test('a form with the hash of its values is read, in any order of its fields', () => {
  const fields = { ServiceID: SERVICE_ID, OrderID: '1' };
  const read = readForm(call(form(fields)), statusParameters, 'pay-bm', service);
  assert.ok(typeof read !== 'string' && read.get('OrderID') === '1');
  const reversed = form(
    { OrderID: '1', ServiceID: SERVICE_ID },
    hashOf([SERVICE_ID, '1'], service),
  );
  assert.ok(typeof readForm(call(reversed), statusParameters, 'pay-bm', service) !== 'string');
});

const bad: [what: string, body: string, header: string, fault: string][] = [
  ['a wrong hash', form({ ServiceID: SERVICE_ID, OrderID: '1' }, 'x'), 'pay-bm', 'INVALID_HASH'],
  ['another service', form({ ServiceID: '1', OrderID: '1' }), 'pay-bm', 'INVALID_FORMAT'],
  ['no header', form({ ServiceID: SERVICE_ID, OrderID: '1' }), '', 'INVALID_FORMAT'],
  ['an unknown field', form({ ServiceID: SERVICE_ID, Other: '1' }), 'pay-bm', 'INVALID_FORMAT'],
  [
    'a field twice',
    `${form({ ServiceID: SERVICE_ID, OrderID: '1' })}&OrderID=2`,
    'pay-bm',
    'INVALID_FORMAT',
  ],
];
for (const [what, body, header, fault] of bad) {
  test(`a form with ${what} is refused with ${fault}`, () => {
    assert.equal(readForm(call(body, header), statusParameters, 'pay-bm', service), fault);
  });
}

test('a value of a start that is too long is refused', () => {
  const longest = { OrderID: 32, CustomerEmail: 255, CustomerIP: 39, ReturnURL: 1000 };
  const others = { BlikUIDKey: 64, BlikUIDLabel: 20, BlikAMKey: 64, UserAgent: 255 };
  for (const [name, length] of Object.entries({ ...longest, ...others })) {
    const read = (size: number) => {
      const body = form({ ServiceID: SERVICE_ID, [name]: 'x'.repeat(size) });
      return readForm(call(body), startParameters, 'pay-bm', service);
    };
    assert.ok(typeof read(length) !== 'string', name);
    assert.equal(read(length + 1), 'INVALID_FORMAT', name);
  }
});

test('the values of JSON are hashed as their exact text', () => {
  const hash = hashOf([SERVICE_ID, 'm', 'r', '10.00', 'PLN'], service);
  const body = [
    `{"serviceId":${SERVICE_ID},"messageId":"m","remoteId":"r",`,
    `"amount":10.00,"currency":"PLN","hash":"${hash}"}`,
  ].join('');
  const read = readJsonRequest(call(body), refundParameters, 'hash', service);
  assert.ok(typeof read !== 'string' && read.get('amount') === '10.00');
  const other = body.replace('10.00', '10.0');
  assert.equal(readJsonRequest(call(other), refundParameters, 'hash', service), 'INVALID_HASH');
  assert.equal(readJsonRequest(call('{'), refundParameters, 'hash', service), 'INVALID_FORMAT');
  assert.deepEqual(cancelParameters, ['ServiceID', 'MessageID', 'RemoteID', 'OrderID']);
});

test('notifications are repeated on the schedule of the protocol, 209 times', () => {
  const minutes = (tries: number): number | undefined => {
    const ms = retryMs(tries);
    return ms === undefined ? undefined : ms / 60_000;
  };
  assert.deepEqual([1, 12, 13, 156, 157, 204].map(minutes), [3, 3, 10, 10, 60, 60]);
  assert.deepEqual([205, 208, 209].map(minutes), [1440, 1440, undefined]);
});

const paid = (amountMinor: bigint, changes: Partial<TransferRow> = {}): TransferRow => ({
  createdAt: 0,
  changedAt: 0,
  validUntil: 1,
  dueAt: null,
  noticeDueAt: 0,
  version: 1,
  noticeIndex: 0,
  noticeTries: 1,
  bankId: 106,
  amountMinor,
  refundedMinor: 0n,
  remoteId: 'ABCDEFGH23',
  token: 't',
  intermediary: 'autopay',
  orderId: 'o',
  bankName: 'b',
  currency: 'PLN',
  description: '',
  returnUrl: 'https://x/',
  serviceId: SERVICE_ID,
  returnHash: '',
  state: 'PAID',
  details: 'AUTHORIZED',
  ...changes,
});
const statuses = (row: TransferRow): string =>
  noticesOf(row)
    .map(({ paymentStatus, remoteID }) => `${paymentStatus} ${remoteID.at(-1)}`)
    .join();

test('each trigger has its notifications', () => {
  assert.equal(statuses(paid(1000n)), 'SUCCESS 3');
  assert.equal(statuses(paid(1064n)), 'SUCCESS 3,SUCCESS 3,SUCCESS 3');
  assert.equal(statuses(paid(1065n)), 'SUCCESS 3,FAILURE 0');
  assert.equal(statuses(paid(1066n)), 'SUCCESS 3,FAILURE 3');
  assert.equal(statuses(paid(1067n)), '');
  assert.equal(statuses(paid(1069n)), 'FAILURE 3,SUCCESS 3');
  assert.equal(statuses(paid(1000n, { state: 'OPENED' })), 'PENDING 3');
  assert.equal(statuses(paid(1000n, { state: 'EXPIRED' })), 'FAILURE 3');
  assert.equal(noticesOf(paid(1061n))[0]?.amount, '11.61');
  assert.equal(noticesOf(paid(1061n, { noticeTries: 2 }))[0]?.amount, '10.61');
  assert.equal(noticesOf(paid(1062n))[0]?.hasWrongHash, true);
  assert.equal(noticesOf(paid(1062n, { noticeTries: 2 }))[0]?.hasWrongHash, false);
});

test('an inquiry reports what the notifications have said so far', () => {
  const status = (row: TransferRow): string =>
    transactionsOf([row])
      .map(({ paymentStatus }) => paymentStatus)
      .join();
  assert.equal(status(paid(1069n)), 'FAILURE');
  assert.equal(status(paid(1069n, { noticeIndex: 1 })), 'SUCCESS');
  assert.equal(status(paid(1065n)), 'SUCCESS,FAILURE');
  assert.equal(status(paid(1061n)), 'SUCCESS');
  assert.deepEqual(transactionsOf([]), []);
});

test('local times in Warsaw are read and written', () => {
  assert.equal(instantOf('2026-01-15 11:00:00'), Date.parse('2026-01-15T10:00:00Z'));
  assert.equal(instantOf('2026-07-15 12:00:00'), Date.parse('2026-07-15T10:00:00Z'));
  assert.equal(instantOf('2026-03-29 02:30:00'), undefined);
  assert.equal(instantOf('2026-02-30 10:00:00'), undefined);
  assert.equal(instantOf('15.01.2026'), undefined);
  assert.equal(stampOf(Date.parse('2026-01-15T10:00:00Z')), '20260115110000');
});
