// Directory servers that do not report their card ranges, at the first start or later: customers
// are authenticated anyway, and no card bypasses authentication.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { binColumns } from '@bramka/gateway/cards/bin-row.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { base, bodyOf, withoutRateLimits } from '../support/life/payments.ts';
import { anyDatabase, createInstallation, type Installation } from '../support/installation.ts';
import { advance, DAY_SECONDS, moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { cards, passChallenge } from '../support/threeds/challenge.ts';
import { openWaitingShop, setFault } from '../support/threeds/time/waiting-shop.ts';
import { until } from '../support/waiting/until.ts';

const refusing = { outage: true, verbs: ['preq'] };
const silent = { timeout: true, verbs: ['preq'] };
const OUTSIDE = cards.notEnrolled;
const WARNING = 'card ranges could not be updated';
/** Longer than any retry delay. */
const HOURS_SECONDS = 2 * 3600;
const MAX_ATTEMPTS = 20;

const unanswered: [what: string, fault: Json][] = [
  ['refuses', refusing],
  ['never answers', silent],
];

describe('without card ranges', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-ranges-'));
  const emptyTable = join(folder, 'bins.csv');
  writeFileSync(emptyTable, `${binColumns.join(',')}\n`);
  const env = { ...withoutRateLimits, BRAMKA_BIN_TABLE: emptyTable };
  let installation: Installation;
  let gateway: Gateway;
  const start = async (given: Record<string, string>): Promise<void> => {
    gateway = await startGateway({ installation, env: given });
  };
  before(async () => {
    installation = await createInstallation(anyDatabase);
    await start(env);
    await moveClock(gateway, { freeze: true });
  });
  afterEach(() => setFault(gateway, 'directory'));
  after(async () => {
    if (gateway?.isRunning()) await gateway.stop();
    await installation?.remove();
    rmSync(folder, { recursive: true });
  });

  /** As after a first start, with a fault from the beginning. */
  const startAnew = async (fault: Json, settings: Record<string, string>): Promise<void> => {
    await setFault(gateway, 'directory', fault);
    await gateway.stop();
    await rowsOf(installation, 'delete from card_ranges');
    await start(settings);
  };
  const binInfo = async (instrumentNo: string): Promise<Json> => {
    const token = await gateway.authenticate();
    const body = { instrument: { type: 'CARD', instrumentNo } };
    return bodyOf(await gateway.call('POST', `${base}/binInfo`, { token, body }));
  };
  /** The protocol version of the challenge, which the customer passes. */
  const challengedIn = async (card: string): Promise<string> => {
    const shop = await openWaitingShop(gateway);
    const { paymentId, acsTxnId, acsData } = await shop.inChallenge(undefined, card);
    await passChallenge(gateway, acsTxnId);
    assert.equal(await shop.end(paymentId), 'COMPLETED APPROVED');
    return acsData.messageVersion;
  };
  const endOf = async (card: string, sca: Json = {}): Promise<string> => {
    const shop = await openWaitingShop(gateway, sca);
    return shop.end(bodyOf(await shop.pay(card))['paymentId'] as string);
  };
  /** Only the directory server can report that a card is not enrolled. */
  const isTold = async (): Promise<boolean> =>
    (await binInfo(OUTSIDE))['protocolVersion'] === undefined;
  const untilTold = async (): Promise<void> => {
    for (let tries = 0; !(await isTold()); tries += 1) {
      assert.ok(tries < MAX_ATTEMPTS, 'the ranges are never loaded');
      await advance(gateway, HOURS_SECONDS);
    }
  };

  for (const [what, fault] of unanswered) {
    test(`a first start while every server ${what} sends an AReq for each card`, async () => {
      await startAnew(fault, env);
      assert.deepEqual(await binInfo(cards.challenge), {
        organization: 'VISA',
        protocolVersion: '2.2.0',
        directoryServerId: 'A000000003',
      });
      assert.equal(await challengedIn(cards.challenge), '2.2.0');
      assert.equal(await endOf(cards.failed), 'REJECTED SCA_FAILED');
      assert.equal(await endOf(OUTSIDE), 'REJECTED SCA_UNAVAILABLE');
      assert.equal(await endOf(OUTSIDE, { whenUnavailable: 'AUTHORIZE' }), 'COMPLETED APPROVED');
      await setFault(gateway, 'directory');
      await untilTold();
      assert.equal(await challengedIn(cards.challenge), '2.3.1');
      assert.equal(await endOf(OUTSIDE), 'COMPLETED APPROVED');
    });
  }

  test('the BIN table is used for a refusing server if it has versions', async () => {
    await startAnew(refusing, withoutRateLimits);
    assert.equal(await challengedIn(cards.challenge), '2.3.1');
    assert.deepEqual((await binInfo(OUTSIDE))['protocolVersion'], '2.2.0', 'empty is not known');
    assert.equal(await endOf(OUTSIDE), 'REJECTED SCA_UNAVAILABLE');
    await setFault(gateway, 'directory');
    await untilTold();
    assert.equal(await endOf(OUTSIDE), 'COMPLETED APPROVED');
  });

  test('after a restart stored ranges are used while servers refuse', async () => {
    await untilTold();
    await setFault(gateway, 'directory', refusing);
    await advance(gateway, 2 * DAY_SECONDS);
    await gateway.stop();
    await start(env);
    assert.equal((await binInfo(cards.challenge))['acsEndProtocol'], '2.3.1');
    assert.equal(await challengedIn(cards.challenge), '2.3.1');
    assert.equal(await endOf(OUTSIDE), 'COMPLETED APPROVED');
    assert.equal((await binInfo(OUTSIDE))['protocolVersion'], undefined);
    await until(
      () => gateway.logs().includes(WARNING),
      'the log line that they were asked in vain',
    );
  });
});
