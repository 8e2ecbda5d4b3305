// Tests of notifications: the published one is authentic, and every change makes it forged or
// unreadable. The confirmation has the published hash.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itnField, ORDER, paidTransaction, testService } from '../testing/operator-messages.ts';
import { noCredentials } from '../../credentials/testing/no-credentials.ts';
import { hashOf } from '../hash.ts';
import { serviceOf, vectorOf } from '../testing/vectors.ts';
import { confirmationXml, readItn } from './itn.ts';
import { readReturn } from './return.ts';

const encode = (xml: string): string => Buffer.from(xml).toString('base64');
const decode = (field: string): string => Buffer.from(field, 'base64').toString();
const itn = itnField(paidTransaction);
const changed = (from: string | RegExp, to: string): string => {
  const xml = decode(itn);
  assert.notEqual(xml.replace(from, to), xml);
  return encode(xml.replace(from, to));
};
const kindOf = (field: string): string => {
  const read = readItn(field);
  if (!read) return 'unreadable';
  const isOurs = read.serviceId === testService.serviceId && read.isSignedBy(testService);
  return isOurs ? 'authentic' : 'forged';
};

test('the published notification is authentic', () => {
  const { values, key, digest } = vectorOf('notification');
  const [service, order, remote, amount, currency, gateway, date, status, details] = values;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><transactionList>
    <serviceID>${service}</serviceID>
    <transactions><transaction><orderID>${order}</orderID><remoteID>${remote}</remoteID>
      <amount>${amount}</amount><currency>${currency}</currency><gatewayID>${gateway}</gatewayID>
      <paymentDate>${date}</paymentDate><paymentStatus>${status}</paymentStatus>
      <paymentStatusDetails>${details}</paymentStatusDetails></transaction></transactions>
    <hash>${digest}</hash></transactionList>`;
  const read = readItn(encode(xml));
  assert.ok(read);
  assert.ok(read.isSignedBy(serviceOf('1', key)));
  assert.deepEqual(
    [read.serviceId, read.transaction],
    [
      '1',
      {
        orderId: '11',
        remoteId: '91',
        paid: { minor: 1111n, currency: 'PLN' },
        paymentStatus: 'SUCCESS',
        details: 'AUTHORIZED',
        isBlik: false,
      },
    ],
  );
});

test('spaces in the field are plus signs of the base64 text, and line breaks are ignored', () => {
  const field = itnField({ ...paidTransaction, title: 'ąęśćźżółń~~~???>>>' });
  assert.ok(field.includes('+'));
  assert.equal(kindOf(field.replaceAll('+', ' ')), 'authentic');
  assert.equal(kindOf(field.replace(/(.{76})/g, '$1\r\n')), 'authentic');
});

test('the hash covers nested data of the payer in document order', () => {
  const xml = decode(itn);
  const customer = '<customerData><fName>Jan</fName><nrb>1</nrb></customerData>';
  assert.equal(
    kindOf(encode(xml.replace('</transaction>', `${customer}</transaction>`))),
    'forged',
  );
});

const forged: [what: string, field: string][] = [
  ['another amount', changed('123.45', '123.46')],
  ['another status', changed('SUCCESS', 'FAILURE')],
  ['another order', changed(ORDER, ORDER.replace(/1$/, '2'))],
  ['another service', changed('100047', '100048')],
  ['another key', itnField(paidTransaction, serviceOf('100047', 'another'))],
  ['no hash', changed(/<hash>.*<\/hash>/, '<hash></hash>')],
  ['an added element', changed('</transaction>', '<title>x</title></transaction>')],
];

for (const [what, field] of forged) {
  test(`a notification with ${what} is forged`, () => assert.equal(kindOf(field), 'forged'));
}

const { orderID, ...rest } = paidTransaction;
const unreadable: [what: string, field: string][] = [
  ['nothing', ''],
  ['text that is not base64', '<transactionList>'],
  ['no XML', encode('SUCCESS')],
  ['bytes that are not UTF-8', Buffer.from([0x3c, 0xff, 0x3e]).toString('base64')],
  ['a document type', changed('<transactionList>', '<!DOCTYPE x><transactionList>')],
  ['another root', changed(/transactionList/g, 'list')],
  ['two transactions', changed('</transactions>', '<transaction/></transactions>')],
  ['no transaction', changed(/<transaction>.*<\/transaction>/, '')],
  [
    'the status twice',
    changed('<paymentStatus>', '<paymentStatus>X</paymentStatus><paymentStatus>'),
  ],
  ['another order of elements', itnField({ ...rest, orderID })],
  ['an amount without decimals', itnField({ ...paidTransaction, amount: '123' })],
  ['an amount with a comma', itnField({ ...paidTransaction, amount: '123,45' })],
  ['a start amount without decimals', itnField({ ...paidTransaction, startAmount: '123' })],
  ['a currency that does not exist', itnField({ ...paidTransaction, currency: 'ZZZ' })],
  ['no amount', itnField({ ...paidTransaction, amount: undefined })],
  ['a separator in the order', itnField({ ...paidTransaction, orderID: '1|2' })],
  ['the hash before the transactions', changed(/(<transactions>.*)(<hash>.*<\/hash>)/, '$2$1')],
];

for (const [what, field] of unreadable) {
  test(`a notification with ${what} is unreadable`, () => {
    assert.equal(kindOf(field), 'unreadable');
  });
}

test('the confirmation has the published hash', () => {
  const { key, digest } = vectorOf('confirmation');
  const xml = confirmationXml(serviceOf('1', key), '11', 'CONFIRMED');
  assert.equal(
    xml,
    '<?xml version="1.0" encoding="UTF-8"?>\n<confirmationList><serviceID>1</serviceID>' +
      '<transactionsConfirmations><transactionConfirmed><orderID>11</orderID>' +
      '<confirmation>CONFIRMED</confirmation></transactionConfirmed></transactionsConfirmations>' +
      `<hash>${digest}</hash></confirmationList>\n`,
  );
});

test('the published return to this gateway is authentic, and no other', async () => {
  const { key, digest } = vectorOf('return to this gateway');
  const service = serviceOf('123456', key);
  const order = '01a1ddaa94be73d2943c8b7759934376';
  assert.equal(hashOf(['123456', '123'], service), digest);
  const query = { ServiceID: '123456', OrderID: order, Hash: hashOf(['123456', order], service) };
  const read = (changes: Record<string, string> = {}, of = service) =>
    readReturn(of, { ...query, ...changes }, noCredentials);
  const attemptId = '01a1ddaa-94be-73d2-943c-8b7759934376';
  assert.deepEqual(await read(), { attemptId, provenBy: null });
  assert.equal(await read({ OrderID: order.replace(/6$/, '7') }), undefined);
  assert.equal(await read({ ServiceID: '123457' }), undefined);
  assert.equal(await read({ Hash: '' }), undefined);
  assert.equal(await read({}, serviceOf('123456', 'another')), undefined);
});
