// What an account funding payment refuses: fields by name, other kinds of payment, and recipients
// that cannot be paid, which end the payment before any provider is called.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardRequest, type Json } from '../support/client.ts';
import {
  fund,
  fundingRequest,
  heldRecipients,
  notReceiving,
  receiving,
  recipientOf,
  type FundingRequest,
} from '../support/funding/funding.ts';
import {
  addMerchantClient,
  base,
  bodyOf,
  paymentIdOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { withCheckDigit } from '../support/threeds/test-card.ts';
import { outcomeOf, rejectedOutcome } from '../support/threeds/outcome.ts';

const recipient = (instrument: Json, more: Json = {}): FundingRequest => ({
  recipient: { instrument, ...more },
});
const byNumber = (instrumentNo: unknown): FundingRequest =>
  recipient({ type: 'CARD', instrumentNo });
const named = (name: unknown): FundingRequest => ({
  recipient: { ...recipientOf(receiving), name },
});
const source = (fundSourceRef: unknown): FundingRequest => ({ options: { fundSourceRef } });
const number = 'recipient.instrument.instrumentNo';

const wrong: readonly [what: string, wanted: FundingRequest, field: string][] = [
  ['no recipient', { recipient: null }, 'recipient'],
  ['a recipient without a card', { recipient: { name: 'Ewa Lis' } }, 'recipient.instrument'],
  ['a card without its type', recipient({ instrumentNo: receiving }), 'recipient.instrument.type'],
  ['a wallet as recipient', recipient({ type: 'GPAY' }), 'recipient.instrument.type'],
  ['a network token as recipient', recipient({ type: 'VTS' }), 'recipient.instrument.type'],
  ['a card without its number', recipient({ type: 'CARD' }), number],
  ['a token without its number', recipient({ type: 'COF' }), number],
  ['a number with a wrong check digit', byNumber('5555555555554445'), number],
  ['a number that is too short', byNumber('55555555555'), number],
  ['a number in other digits', byNumber('５５５５５５５５５５５５４４４４'), number],
  ['an empty number', byNumber(''), number],
  ['a number as a number', byNumber(5555555555554444), number],
  ['a list as a number', byNumber([receiving]), number],
  [
    'an unreadable encrypted number',
    recipient({ type: 'CARD', encInstrumentNo: 'a.b.c.d.e' }),
    'recipient.instrument.encInstrumentNo',
  ],
  [
    'a number next to an encrypted one',
    recipient({ type: 'CARD', instrumentNo: receiving, encInstrumentNo: 'a.b.c.d.e' }),
    'recipient.instrument.encInstrumentNo',
  ],
  ['a name of spaces', named('  '), 'recipient.name'],
  ['a name with a line break', named('Ewa\nLis'), 'recipient.name'],
  ['a name with NUL', named('Ewa\0'), 'recipient.name'],
  ['a long name', named('x'.repeat(65)), 'recipient.name'],
  ['a card number as the name', named('4111 1111 1111 1111'), 'recipient.name'],
  ['no purpose', { options: { purposeCode: undefined } }, 'options.purposeCode'],
  ['an unknown purpose', { options: { purposeCode: 'XX' } }, 'options.purposeCode'],
  ['a purpose in small letters', { options: { purposeCode: 'pp' } }, 'options.purposeCode'],
  ['an unknown source', { options: { fundSource: '07' } }, 'options.fundSource'],
  ['a source of one digit', { options: { fundSource: '2' } }, 'options.fundSource'],
  ['a long reference', source('x'.repeat(35)), 'options.fundSourceRef'],
  ['a reference with a quote', source("a'b"), 'options.fundSourceRef'],
  ['a card number as the reference', source('4111-1111-1111-1111'), 'options.fundSourceRef'],
  [
    'a reference without a source',
    { options: { fundSourceRef: 'A1', fundSource: undefined } },
    'options.fundSourceRef',
  ],
  ['the first of a series', { options: { recurring: 'INITIAL' } }, 'options.recurring'],
  ['a later payment of a series', { options: { recurring: 'SUBSEQUENT' } }, 'options.recurring'],
  ['a marketplace', { options: { transType: 'MARKETPLACE' } }, 'options.transType'],
  ['other methods only', { options: { methods: 'BLIK' }, extra: unchosen() }, 'options.methods'],
  ['method BLIK', { extra: { ...unchosen(), method: 'BLIK' } }, 'method'],
  [
    'a BLIK code',
    { extra: { method: null, instrument: { type: 'BLIK_CODE', code: '777123' } } },
    'instrument.type',
  ],
  [
    'a wallet',
    { extra: { method: null, instrument: { type: 'GPAY', token: 'dA==' } } },
    'instrument.type',
  ],
];

function unchosen(): Json {
  return { method: null, instrument: null };
}

const onlyOfFunding: readonly [field: string, extra: Json][] = [
  ['options.purposeCode', { options: { purposeCode: 'PP' } }],
  ['options.fundSource', { options: { fundSource: '02' } }],
  ['options.fundSourceRef', { options: { fundSourceRef: 'A1' } }],
  ['options.purposeCode', { options: { transKind: 'PREAUTH', purposeCode: 'PP' } }],
  ['recipient', { recipient: recipientOf(receiving) }],
];

describe('what account funding refuses', () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    merchant = await addMerchantClient(gateway);
  });
  after(() => gateway?.release());

  const fieldsIn = (body: Json) => (body['details'] as Json[]).map((one) => one['field']);

  for (const [what, wanted, field] of wrong) {
    test(`${what} is refused for ${field}`, async () => {
      const reply = await fund(merchant, wanted);
      assert.equal(reply.status, 400, reply.text);
      assert.deepEqual([...new Set(fieldsIn(reply.body))], [field]);
      const { traceId: _chance, ...told } = reply.body;
      assert.doesNotMatch(JSON.stringify(told), /[45]555|4111/, 'a refusal repeats no card number');
    });
  }

  for (const [field, extra] of onlyOfFunding) {
    test(`${field} is refused without account funding: ${JSON.stringify(extra)}`, async () => {
      const body = cardRequest({ extra });
      const reply = await gateway.call('POST', base, { token: merchant.token, body });
      assert.equal(reply.status, 400, reply.text);
      assert.deepEqual(fieldsIn(reply.body), [field]);
      assert.match(String(reply.body['message']), /needs transKind ACCT_FUNDING/);
    });
  }

  test('texts at their limits are accepted and returned', async () => {
    const fundSourceRef = 'PL61 1090.1014/0000_0712-1981-2874';
    const name = `Żółć-${'x'.repeat(59)}`;
    const body = fundingRequest({ ...named(name), options: { fundSourceRef } });
    const reply = await gateway.call('POST', base, { token: merchant.token, body });
    const { given } = await merchant.read(paymentIdOf(reply));
    const { options, recipient: shown } = given as { options: Json; recipient: Json };
    assert.deepEqual([options['fundSourceRef'], shown['name']], [fundSourceRef, name]);
    await gateway.waitForStatus(merchant.token, paymentIdOf(reply), 'COMPLETED');
    const [charge] = (await gateway.chargesOf(paymentIdOf(reply))) as unknown as Json[];
    const funding = charge?.['funding'] as Json;
    assert.deepEqual([funding['fundSourceRef'], funding['recipientName']], [fundSourceRef, name]);
  });

  const unable: readonly [what: string, instrumentNo: string][] = [
    ['a card that cannot receive', notReceiving],
    ['a card of which nothing is known', '4539578763621486'],
    ['a number of no organization', '9999999999999995'],
    ['a number with a wrong length for its organization', withCheckDigit('5555555555555')],
  ];
  for (const [what, instrumentNo] of unable) {
    test(`${what} is an early rejection`, async () => {
      const extras: Json[] = [{}, { instrument: null, method: null }];
      for (const extra of extras) {
        const reply = await fund(merchant, { ...byNumber(instrumentNo), extra });
        const { status, rejectCode, rejectInfo } = bodyOf(reply);
        assert.deepEqual([status, rejectCode], ['REJECTED', 'RECIPIENT_CARD_NOT_SUPPORTED']);
        assert.match(String(rejectInfo), /recipient/);
        const paymentId = paymentIdOf(reply);
        assert.deepEqual(
          await outcomeOf(gateway, merchant.token, paymentId),
          rejectedOutcome('RECIPIENT_CARD_NOT_SUPPORTED'),
        );
        assert.equal(await heldRecipients(gateway.installation, paymentId), 0);
        const { given } = await merchant.read(paymentId);
        const { cardMask } = (given as { recipient: { instrument: Json } }).recipient.instrument;
        const mask = `${instrumentNo.slice(0, 6)}*+${instrumentNo.slice(-4)}`;
        assert.match(String(cardMask), new RegExp(`^${mask.replace('*+', '\\*+')}$`));
      }
    });
  }

  test('tokens that cannot receive have one answer, whatever the reason', async () => {
    const tokens = tokenizerClient(gateway, merchant.token);
    const other = await addMerchantClient(gateway);
    const foreign = await tokenizerClient(gateway, other.token).tokenize();
    const discarded = await tokens.tokenize();
    bodyOf(await tokens.call('POST', '/discard', { tokenId: discarded.tokenId }));
    const texts = [foreign.instrumentNo, discarded.instrumentNo, receiving, 'x', 'ą', "' or 1"];
    const told = await Promise.all(
      texts.map(async (instrumentNo) => {
        const reply = await fund(merchant, recipient({ type: 'COF', instrumentNo }));
        const { paymentId, ...rest } = bodyOf(reply);
        const { given } = await merchant.read(String(paymentId));
        return { rest, given };
      }),
    );
    for (const one of told) assert.deepEqual(one, told[0]);
    assert.equal(told[0]?.rest['rejectCode'], 'RECIPIENT_TOKEN_NOT_ACTIVE');
    assert.deepEqual((told[0]?.given as Json)['recipient'], { instrument: { type: 'COF' } });
  });
});
