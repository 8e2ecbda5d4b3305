// The operator's BIN table: read at start, read again when it changes, never used in part; its rate
// limit; and production without a table.
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client, Json, Reply } from '../support/client.ts';
import { spawnGateway, startGateway, type Gateway } from '../support/gateway.ts';
import {
  base,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  withoutRateLimits,
} from '../support/life/payments.ts';
import type { MerchantClient } from '../support/life/payments.ts';
import { createInstallation } from '../support/installation.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { advance } from '../support/sandbox.ts';
import { cards, passChallenge, payToChallenge } from '../support/threeds/challenge.ts';
import { completedOutcome, outcomeOf } from '../support/threeds/outcome.ts';
import { withCheckDigit } from '../support/threeds/test-card.ts';
import { until } from '../support/waiting/until.ts';

const header =
  'from,to,organization,type,issuer,country,currency,supported,fundsTransfer,' +
  'acsStart,acsEnd,dsStart,dsEnd,methodUrl';
const flowerBank = (supported: 'yes' | 'no'): string =>
  `411111,411111,VISA,DEBIT,"Flower Bank, Warsaw",PL,PLN,${supported},no,2.1.0,2.2.0,2.1.0,2.2.0,`;
const tableOf = (...rows: string[]): string => [header, '# ours', ...rows, ''].join('\n');

/** Per second and merchant; enough for every test except the one of the limit. */
const LOOKUPS = 5;

const ask = (client: Client, token: string, what: string, instrumentNo: string): Promise<Reply> => {
  const body = { instrument: { type: 'CARD', instrumentNo } };
  return client.call('POST', `${base}/${what}`, { token, body });
};

describe('a table of card ranges', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-bins-'));
  const file = join(folder, 'bins.csv');
  let gateway: Gateway;
  let merchant: MerchantClient;
  before(async () => {
    put(tableOf(flowerBank('no')));
    const limit = { BRAMKA_CARD_LOOKUPS_PER_SECOND: String(LOOKUPS) };
    gateway = await startGateway({
      env: { ...withoutRateLimits, ...limit, BRAMKA_BIN_TABLE: file },
    });
    merchant = await addMerchantClient(gateway);
  });
  after(async () => {
    await gateway?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Replaces the file atomically, as an operator would. */
  function put(text: string): void {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }
  const cardInfo = async (instrumentNo: string): Promise<Json> =>
    bodyOf(await ask(gateway, merchant.token, 'cardInfo', instrumentNo));
  const rejectCode = async (): Promise<unknown> =>
    bodyOf(await merchant.create({ card: '4111111111111111' }))['rejectCode'];

  test('the operator’s table takes the place of the sandbox’s', async () => {
    assert.deepEqual(await cardInfo('4111111111111111'), {
      organization: 'VISA',
      cardType: 'DEBIT',
      issuerName: 'Flower Bank, Warsaw',
      issuerCountry: 'PL',
      currency: 'PLN',
      fundsTransfer: false,
      cardMask: '411111******1111',
    });
    assert.equal(await rejectCode(), 'UNSUPPORTED_BIN');
    assert.deepEqual(await cardInfo('5555555555554444'), {
      organization: 'MASTERCARD',
      cardMask: '555555******4444',
    });
  });

  test('the directory server decides which cards are enrolled in 3-D Secure', async () => {
    await advance(gateway, 60);
    const listed = bodyOf(await ask(gateway, merchant.token, 'binInfo', '4111111111111111'));
    assert.equal(listed['protocolVersion'], undefined, 'only the table says so');
    const { paymentId, acsTxnId } = await payToChallenge(gateway, { token: merchant.token });
    await passChallenge(gateway, acsTxnId);
    const outcome = await outcomeOf(gateway, merchant.token, paymentId);
    assert.deepEqual(outcome, completedOutcome('eci 05'), 'though the table has no such range');
  });

  test('a changed table counts within a minute, without a restart', async () => {
    put(tableOf(flowerBank('yes'), '555555,555555,MASTERCARD,CREDIT,Bee Bank,DE,EUR,yes,yes,,,,,'));
    const { fired } = await advance(gateway, 60);
    assert.equal(fired['bin-table'], 1);
    assert.equal((await cardInfo('5555555555554444'))['issuerName'], 'Bee Bank');
    const reply = await merchant.create({ card: '4111111111111111' });
    assert.deepEqual(
      await outcomeOf(gateway, merchant.token, paymentIdOf(reply)),
      completedOutcome(),
    );
    assert.equal((await advance(gateway, 60)).fired['bin-table'], 0, 'once is enough');
  });

  test('an invalid new table is reported once and the previous one stays in use', async () => {
    const { length } = gateway.logs();
    put(tableOf(flowerBank('no'), '555555,555550,MASTERCARD,CREDIT,Bee Bank,DE,EUR,yes,yes,,,,,'));
    for (let minute = 0; minute < 2; minute += 1) {
      assert.equal((await advance(gateway, 60)).fired['bin-table'], 0);
    }
    rmSync(file);
    await advance(gateway, 60);
    assert.equal((await cardInfo('5555555555554444'))['issuerName'], 'Bee Bank');
    assert.equal(await rejectCode(), undefined, 'Flower Bank is still supported');
    const stays = () => gateway.logs().slice(length).split('stays in use').length - 1;
    await until(() => stays() > 1, 'two log lines');
    const told = gateway.logs().slice(length).trim().split('\n');
    assert.equal(told.length, 2, told.join('\n'));
    assert.match(told[0] ?? '', /bins\.csv cannot be used: .*line 4.* stays in use/);
    assert.match(told[1] ?? '', /bins\.csv cannot be read: there is no such file.* stays in use/);
    put(tableOf(flowerBank('no')));
    await advance(gateway, 60);
    assert.equal(await rejectCode(), 'UNSUPPORTED_BIN', 'a good one counts again');
  });

  test('card lookups are rate-limited per merchant, payments are not', async () => {
    const [token, otherToken] = await Promise.all([
      gateway.authenticate('10000001'),
      gateway.authenticate('10000002'),
    ]);
    const ways = ['binInfo', 'cardInfo', '../tokenizer/binInfo'];
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, turn) =>
        ask(gateway, token, ways[turn % ways.length] ?? '', '49171100'),
      ),
    );
    const refused = replies.filter(({ status }) => status === 429);
    const served = replies.filter(({ status }) => status === 200);
    assert.equal(refused.length + served.length, 150);
    assert.ok(served.length >= 2 * LOOKUPS, 'two seconds’ worth at once');
    assert.ok(refused.length > 0, 'and not all of them');
    for (const reply of refused) {
      assertErrorReply(reply);
      assert.deepEqual(refusalOf(reply), [429, 'TOO_MANY_REQUESTS']);
      assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    assert.equal((await ask(gateway, otherToken, 'binInfo', '49171100')).status, 200);
    const paid = await gateway.payByCard({ token, card: '5555555555554444' });
    await gateway.waitForStatus(token, paymentIdOf(paid), 'COMPLETED');
  });
});

test('a gateway whose table is missing or wrong does not start, with the reason', async () => {
  const installation = await createInstallation('embedded');
  const cases: [name: string, text: string | undefined, reason: RegExp][] = [
    ['missing.csv', undefined, /cannot be read: there is no such file/],
    ['twice.csv', tableOf(flowerBank('no'), flowerBank('yes')), /cannot be used: .*line 4/],
  ];
  for (const [name, text, reason] of cases) {
    const file = join(installation.dataDir, name);
    if (text !== undefined) writeFileSync(file, text);
    const started = spawnGateway(installation, { BRAMKA_BIN_TABLE: file });
    assert.equal(await started.refused(), 1, started.logs());
    const lines = started.logs().trim().split('\n');
    assert.equal(lines.length, 1, 'one sentence, no stack trace');
    assert.match(lines[0] ?? '', new RegExp(`^bramka cannot start: the BIN table .*${name} `));
    assert.match(lines[0] ?? '', reason);
  }
  await installation.remove();
});

test('production without a table only knows the card organizations', async () => {
  const gateway = await startGateway({
    env: {
      ...withoutRateLimits,
      BRAMKA_ENV: 'production',
      BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9/acquirer',
    },
  });
  try {
    const shop = await gateway.addMerchant();
    const token = await gateway.authenticate(shop.merchantId, shop.secret);
    const look = async (what: string, digits: string): Promise<Json> =>
      bodyOf(await ask(gateway, token, what, digits));
    assert.deepEqual(await look('cardInfo', cards.challenge), {
      organization: 'VISA',
      cardMask: '491711******0007',
    });
    for (const digits of [cards.challenge, '4111111111111111', withCheckDigit('491711042000000')]) {
      assert.deepEqual(await look('binInfo', digits), { organization: 'VISA' });
    }
    assert.deepEqual(await look('binInfo', '55555555'), { organization: 'MASTERCARD' });
  } finally {
    await gateway.stop();
  }
});
