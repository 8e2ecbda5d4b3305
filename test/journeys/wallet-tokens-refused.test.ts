// Wallet tokens that must not pay: changed, replayed, expired, of another merchant, for another
// amount, too large. All that is wrong with the cryptography has one answer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { bodyOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { addWalletShop, type WalletShop, type WalletType } from '../support/life/wallets.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';

const types = ['APAY', 'GPAY', 'C2P'] as const;
const fieldOf = (type: WalletType) => (type === 'C2P' ? 'payload' : 'token');
const textOf = (instrument: Json): string =>
  String(instrument[fieldOf(instrument['type'] as WalletType)]);

/** The instrument with another text. */
const withText = ({ type }: Json, text: string): Json => ({
  type,
  [fieldOf(type as WalletType)]: text,
});

/**
 * Every text value of a JSON token, changed one at a time, as the whole token again. What Apple
 * puts around the signed part is not used.
 */
function changedFields(base64: string): string[] {
  const token = JSON.parse(Buffer.from(base64, 'base64').toString()) as Json;
  const changed: string[] = [];
  const visit = (value: unknown, put: (other: unknown) => void): void => {
    if (typeof value === 'string' && value.startsWith('{')) {
      const inner = JSON.parse(value) as Json;
      visit(inner, () => put(JSON.stringify(inner)));
      put(value);
    } else if (typeof value === 'string') {
      put(swapMiddle(value));
      changed.push(Buffer.from(JSON.stringify(token)).toString('base64'));
      put(value);
    } else if (Array.isArray(value)) {
      value.forEach((one, index) =>
        visit(one, (other) => put(Object.assign(value, { [index]: other }))),
      );
    } else if (typeof value === 'object' && value !== null) {
      const fields = value as Json;
      for (const name of Object.keys(fields)) {
        visit(fields[name], (other) => {
          fields[name] = other;
          put(fields);
        });
      }
    }
  };
  visit(token['paymentData'] ?? token, () => undefined);
  return changed;
}

/** Another character of the same kind in the middle. */
function swapMiddle(text: string): string {
  const index = Math.floor(text.length / 2);
  const other = text[index] === '1' ? '2' : '1';
  return `${text.slice(0, index)}${other}${text.slice(index + 1)}`;
}

for (const database of databasesOfTier) {
  describe(`refused wallet tokens on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let shop: WalletShop;
    before(async () => {
      gateway = await sharedGateway(database);
      shop = await addWalletShop(gateway);
    });
    after(() => gateway?.release());
    /** What a merchant sees of an early refusal, without the id of the payment. */
    const answerOf = (reply: Reply): Json => {
      const { paymentId, ...rest } = bodyOf(reply);
      assert.equal(typeof paymentId, 'string');
      return rest;
    };
    const rejected = (type: WalletType, rejectCode: string, reply: Reply): void => {
      const { status, method, rejectCode: code } = answerOf(reply);
      assert.deepEqual([status, method, code], ['REJECTED', type, rejectCode], reply.text);
    };

    for (const type of types) {
      test(`${type}: whatever is changed, the answer is the same`, async () => {
        const instrument = await shop.instrument(type);
        const text = textOf(instrument);
        const changed =
          type === 'C2P'
            ? text.split('.').map((part, index, all) => all.with(index, swapMiddle(part)).join('.'))
            : changedFields(text);
        assert.ok(changed.length >= 3, String(changed.length));
        const others = ['', '{}', 'AAAA', text.slice(1), text.slice(0, -5), `${text}AAAA`, '"'];
        const answers = new Set<string>();
        for (const wrong of [...changed, ...others]) {
          if (wrong === '') continue;
          const reply = await shop.payWith(withText(instrument, wrong));
          answers.add(JSON.stringify(answerOf(reply)));
        }
        assert.equal(answers.size, 1, [...answers].join('\n'));
        const [answer = '{}'] = answers;
        assert.equal((JSON.parse(answer) as Json)['rejectCode'], 'WALLET_TOKEN_INVALID');
      });

      test(`${type}: a token pays once`, async () => {
        const instrument = await shop.instrument(type);
        const first = await shop.payWith(instrument);
        await gateway.waitForStatus(shop.token, paymentIdOf(first), 'COMPLETED');
        rejected(type, 'WALLET_TOKEN_USED', await shop.payWith(instrument));
      });

      test(`${type}: of ten payments with one token at the same time, one is charged`, async () => {
        const instrument = await shop.instrument(type);
        const replies = await Promise.all(
          Array.from({ length: 10 }, () => shop.payWith(instrument)),
        );
        const outcomes = replies.map((reply) =>
          reply.status === 200
            ? ((reply.body['rejectCode'] as string | undefined) ?? 'started')
            : refusalOf(reply)[1],
        );
        assert.equal(outcomes.filter((one) => one === 'started').length, 1, outcomes.join());
        for (const one of outcomes) {
          assert.match(String(one), /^(started|WALLET_TOKEN_USED|CHANGED_MEANWHILE)$/);
        }
      });

      test(`${type}: a token of another merchant does not open`, async () => {
        const otherShop = await addWalletShop(gateway);
        await otherShop.instrument(type);
        const foreign = await shop.instrument(type);
        rejected(type, 'WALLET_TOKEN_INVALID', await otherShop.payWith(foreign));
        // Nor does it count as used.
        const own = await shop.payWith(foreign);
        await gateway.waitForStatus(shop.token, paymentIdOf(own), 'COMPLETED');
      });

      test(`${type}: the longest text is a wrong token, a longer one a wrong request`, async () => {
        const field = fieldOf(type);
        const longest = await shop.payWith({ type, [field]: 'A'.repeat(16_384) });
        rejected(type, 'WALLET_TOKEN_INVALID', longest);
        const longer = await shop.payWith({ type, [field]: 'A'.repeat(16_385) });
        assert.deepEqual(refusalOf(longer), [400, 'INVALID_REQUEST']);
        assert.match(longer.text, new RegExp(`instrument\\.${field}`));
      });
    }

    for (const type of ['APAY', 'C2P'] as const) {
      test(`${type}: another amount or currency than the customer confirmed`, async () => {
        const instrument = await shop.instrument(type);
        for (const order of [{ amount: 123.46 }, { amount: 12345 }, { currency: 'EUR' }]) {
          const reply = await shop.payWith(instrument, { order });
          rejected(type, 'WALLET_AMOUNT_MISMATCH', reply);
        }
        const right = await shop.payWith(instrument);
        await gateway.waitForStatus(shop.token, paymentIdOf(right), 'COMPLETED');
      });
    }

    test('an old token has expired', async () => {
      const at = new Date(Date.now() - 6 * 60_000).toISOString();
      for (const type of ['APAY', 'GPAY'] as const) {
        const reply = await shop.payWith(await shop.instrument(type, { at }));
        rejected(type, 'WALLET_TOKEN_EXPIRED', reply);
      }
    });

    test('a token of one wallet is not a token of another', async () => {
      const { token } = await shop.instrument('GPAY');
      rejected('APAY', 'WALLET_TOKEN_INVALID', await shop.payWith({ type: 'APAY', token }));
    });
  });
}
