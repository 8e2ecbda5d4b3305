// Tests of card ranges over several days, on both engines: fetched completely, then by changes,
// shared between nodes, and kept while a directory server is silent.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { handClock, type HandClock } from '../../core/testing/hand-clock.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { CallTimeout } from '../../http/outgoing.ts';
import { organizations } from '../../cards/card-number.ts';
import { directoryServers } from '../../cards/directory-server.ts';
import type { Database } from '../../storage/database.ts';
import { createDirectory } from '../directory/directory.ts';
import type { CardRangeData, PReq } from './range-message.ts';
import { cardRanges, noCardRanges, type CardRanges } from './card-ranges.ts';
import { readFetchTimes, readRanges } from './card-ranges.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const CARD = '4917110000000001';
const OTHER_CARD = '4917110100000001';

function range(bin: string, end = '2.2.0', actionInd?: 'A' | 'M' | 'D'): CardRangeData {
  return {
    startRange: `${bin}00000000`,
    endRange: `${bin}99999999`,
    acsStartProtocolVersion: '2.1.0',
    acsEndProtocolVersion: end,
    ...(actionInd ? { actionInd } : {}),
  };
}
const FIRST = range('49171100');
const SECOND = range('49171101');

type RangeAnswer = { serialNum?: string; cardRangeData?: readonly CardRangeData[] };
type Reaction = RangeAnswer | { erro: string } | 'time-out' | 'broken' | 'busy';

/** Directory servers with fixed answers; requests to Visa's are recorded. */
function servers(visa: (serialNum: string | undefined) => Reaction) {
  const asked: string[] = [];
  const others: RangeAnswer = { serialNum: '1', cardRangeData: [range('99999999')] };
  const directory = createDirectory(async (server, message) => {
    const { serialNum, threeDSServerTransID } = message as PReq;
    if (server === 'VISA') asked.push(serialNum ?? 'all');
    const reaction = server === 'VISA' ? visa(serialNum) : others;
    if (reaction === 'time-out') throw new CallTimeout();
    if (reaction === 'broken') throw new Error('ECONNRESET');
    if (reaction === 'busy') return { status: 503, body: undefined };
    const common = { messageVersion: '2.2.0', threeDSServerTransID };
    if ('erro' in reaction) {
      const body = { ...common, messageType: 'Erro', errorCode: reaction.erro };
      return { status: 200, body };
    }
    const ends = { dsStartProtocolVersion: '2.1.0', dsEndProtocolVersion: '2.2.0' };
    const dsTransID = threeDSServerTransID;
    return {
      status: 200,
      body: { ...common, messageType: 'PRes', dsTransID, ...ends, ...reaction },
    };
  });
  return { asked, directory };
}

interface Node {
  readonly ranges: CardRanges;
  readonly asked: string[];
  readonly warnings: object[];
}

function node(database: Database, clock: HandClock, visa: Parameters<typeof servers>[0]): Node {
  const { asked, directory } = servers(visa);
  const warnings: Node['warnings'] = [];
  const ids = createIds(clock, seededRandom(1));
  const log = { warn: (facts: object) => void warnings.push(facts) };
  return { ranges: cardRanges({ database, directory, clock, ids, log }), asked, warnings };
}

const versionOf = (ranges: CardRanges, digits = CARD): string =>
  ranges.find('VISA', digits)?.acsEnd ?? 'none';

for (const engine of engines) {
  describe(`card ranges on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let clock: HandClock;
    before(async () => {
      opened = await engine.openWithTables();
    });
    beforeEach(async () => {
      clock = handClock();
      await runSql(opened.database, 'truncate card_ranges');
    });
    after(() => opened.close());

    const here = (visa: Parameters<typeof servers>[0]) => node(opened.database, clock, visa);
    const stored = () => readRanges(opened.database, 'VISA');

    test('nothing is known before the first refresh', () => {
      const { ranges } = here(() => ({ cardRangeData: [FIRST] }));
      assert.equal(ranges.knows('VISA'), false);
      assert.equal(ranges.find('VISA', CARD), undefined);
    });

    test('the first refresh requests the whole list from every server', async () => {
      const visa = here(() => ({ serialNum: '17', cardRangeData: [FIRST] }));
      assert.equal(await visa.ranges.refresh(), directoryServers.length);
      assert.deepEqual(visa.asked, ['all']);
      assert.deepEqual(
        organizations.filter((one) => !visa.ranges.knows(one)),
        [],
      );
      assert.deepEqual(visa.ranges.find('VISA', CARD), {
        acsStart: '2.1.0',
        acsEnd: '2.2.0',
        dsStart: '2.1.0',
        dsEnd: '2.2.0',
        threeDSMethodURL: null,
      });
      assert.equal(visa.ranges.find('VISA', OTHER_CARD), undefined);
      assert.equal(visa.ranges.find('JCB', CARD), undefined);
      const { serialNum, fetchedAt } = (await stored()) ?? {};
      assert.deepEqual([serialNum, fetchedAt], ['17', clock.now()]);
      assert.deepEqual(visa.warnings, []);
    });

    test('one request to a server covers all its organizations', async () => {
      const { ranges } = here(() => 'broken');
      await ranges.refresh();
      const shared = '9999999900000000';
      for (const organization of ['MASTERCARD', 'MAESTRO', 'DISCOVER', 'DINERS'] as const) {
        assert.equal(ranges.find(organization, shared)?.acsEnd, '2.2.0', organization);
      }
      const rows = await readFetchTimes(opened.database);
      const names = rows.map(({ organization }) => organization).sort();
      assert.deepEqual(names, ['AMEX', 'DISCOVER', 'JCB', 'MASTERCARD', 'UNIONPAY']);
    });

    test('no further request is sent within a day', async () => {
      const visa = here(() => ({ serialNum: '17', cardRangeData: [FIRST] }));
      await visa.ranges.refresh();
      for (const waitMs of [0, HOUR_MS, DAY_MS - HOUR_MS - 1]) {
        clock.advance(waitMs);
        assert.equal(await visa.ranges.refresh(), 0);
      }
      assert.deepEqual(visa.asked, ['all']);
      clock.advance(1);
      await visa.ranges.refresh();
      assert.deepEqual(visa.asked, ['all', '17']);
    });

    test('after a day the changes since the serial number are requested', async () => {
      const answers: Record<string, RangeAnswer> = {
        all: { serialNum: '17', cardRangeData: [FIRST, SECOND] },
        17: {
          serialNum: '18',
          cardRangeData: [range('49171100', '2.1.0', 'M'), range('49171101', '2.2.0', 'D')],
        },
        18: { cardRangeData: [range('49171101', '2.3.1', 'A')] },
      };
      const visa = here((serialNum) => answers[serialNum ?? 'all'] ?? 'broken');
      await visa.ranges.refresh();
      assert.equal(
        `${versionOf(visa.ranges)} ${versionOf(visa.ranges, OTHER_CARD)}`,
        '2.2.0 2.2.0',
      );
      clock.advance(DAY_MS);
      assert.equal(await visa.ranges.refresh(), directoryServers.length);
      assert.equal(`${versionOf(visa.ranges)} ${versionOf(visa.ranges, OTHER_CARD)}`, '2.1.0 none');
      clock.advance(DAY_MS);
      await visa.ranges.refresh();
      assert.equal(
        `${versionOf(visa.ranges)} ${versionOf(visa.ranges, OTHER_CARD)}`,
        '2.1.0 2.3.1',
      );
      assert.deepEqual(visa.asked, ['all', '17', '18']);
      assert.equal((await stored())?.serialNum, '18', 'kept when no new one is told');
    });

    test('a day without changes keeps the list and counts as fetched', async () => {
      const visa = here((serialNum) =>
        serialNum === undefined ? { serialNum: '17', cardRangeData: [FIRST] } : {},
      );
      await visa.ranges.refresh();
      clock.advance(DAY_MS);
      await visa.ranges.refresh();
      await visa.ranges.refresh();
      assert.deepEqual(visa.asked, ['all', '17']);
      assert.equal(versionOf(visa.ranges), '2.2.0');
    });

    test('without a serial number a whole list is fetched each day', async () => {
      let list = [FIRST];
      const visa = here(() => ({ cardRangeData: list }));
      await visa.ranges.refresh();
      clock.advance(DAY_MS);
      list = [SECOND];
      await visa.ranges.refresh();
      assert.deepEqual(visa.asked, ['all', 'all']);
      assert.equal(`${versionOf(visa.ranges)} ${versionOf(visa.ranges, OTHER_CARD)}`, 'none 2.2.0');
    });

    test('a range marked as deleted in a whole list is not enrolled', async () => {
      const gone = range('49171101', '2.2.0', 'D');
      const visa = here(() => ({ cardRangeData: [FIRST, gone] }));
      await visa.ranges.refresh();
      assert.equal(`${versionOf(visa.ranges)} ${versionOf(visa.ranges, OTHER_CARD)}`, '2.2.0 none');
    });

    const { startRange, endRange } = SECOND;
    const flawed: [what: string, entry: object, flaw: object, found: string][] = [
      ['without versions', { startRange, endRange }, { skipped: 0, assumed: 1 }, '2.2.0'],
      ['of unreadable cards', { ...SECOND, endRange: '?' }, { skipped: 1, assumed: 0 }, 'none'],
    ];
    for (const [what, entry, flaw, enrolment] of flawed) {
      const bad = entry as CardRangeData;
      const warning = { organization: 'VISA', ...flaw };

      test(`after a list with an entry ${what} the whole list is requested again`, async () => {
        let list = [FIRST, bad];
        const visa = here(() => ({ serialNum: '17', cardRangeData: list }));
        await visa.ranges.refresh();
        assert.deepEqual(visa.warnings, [warning]);
        const versions = [versionOf(visa.ranges), versionOf(visa.ranges, OTHER_CARD)];
        assert.deepEqual(versions, ['2.2.0', enrolment]);
        assert.equal((await stored())?.serialNum, null);
        clock.advance(DAY_MS);
        list = [FIRST, range('49171101', '2.3.1')];
        await visa.ranges.refresh();
        assert.deepEqual(visa.asked, ['all', 'all']);
        assert.equal(versionOf(visa.ranges, OTHER_CARD), '2.3.1');
        assert.equal((await stored())?.serialNum, '17');
        assert.deepEqual(visa.warnings, [warning]);
      });

      test(`after changes with an entry ${what} the whole list is requested`, async () => {
        const visa = here((serialNum) =>
          serialNum === undefined
            ? { serialNum: '17', cardRangeData: [FIRST] }
            : { serialNum: '18', cardRangeData: [bad] },
        );
        await visa.ranges.refresh();
        clock.advance(DAY_MS);
        await visa.ranges.refresh();
        assert.deepEqual(visa.warnings, [warning]);
        const versions = [versionOf(visa.ranges), versionOf(visa.ranges, OTHER_CARD)];
        assert.deepEqual(versions, ['2.2.0', enrolment]);
        clock.advance(DAY_MS);
        await visa.ranges.refresh();
        assert.deepEqual(visa.asked, ['all', '17', 'all']);
      });
    }

    const refusals: [what: string, reaction: Reaction][] = [
      ['an error of the protocol', { erro: '307' }],
      ['an error of HTTP', 'busy'],
    ];
    for (const [what, reaction] of refusals) {
      test(`${what} on a request for changes leads to a request for the whole list`, async () => {
        let list = { serialNum: '17', cardRangeData: [FIRST] };
        const visa = here((serialNum) => (serialNum === undefined ? list : reaction));
        await visa.ranges.refresh();
        clock.advance(DAY_MS);
        list = { serialNum: '1', cardRangeData: [SECOND] };
        assert.equal(await visa.ranges.refresh(), directoryServers.length);
        assert.deepEqual(visa.asked, ['all', '17', 'all']);
        const versions = [versionOf(visa.ranges), versionOf(visa.ranges, OTHER_CARD)];
        assert.deepEqual(versions, ['none', '2.2.0'], 'the new list replaces the old one');
        assert.equal((await stored())?.serialNum, '1');
        assert.deepEqual(visa.warnings, []);
      });
    }

    test('when that is refused as well, the list stays in use with a warning', async () => {
      let isWell = true;
      const visa = here(() =>
        isWell ? { serialNum: '17', cardRangeData: [FIRST] } : { erro: '101' },
      );
      await visa.ranges.refresh();
      const fetchedAt = clock.now();
      clock.advance(DAY_MS);
      isWell = false;
      assert.equal(await visa.ranges.refresh(), directoryServers.length - 1);
      assert.deepEqual(visa.asked, ['all', '17', 'all']);
      assert.equal(versionOf(visa.ranges), '2.2.0');
      assert.deepEqual(visa.warnings, [{ organization: 'VISA', why: 'protocol-error' }]);
      assert.equal((await stored())?.fetchedAt, fetchedAt);
    });

    const silences: [reaction: 'time-out' | 'broken', why: string][] = [
      ['time-out', 'timeout'],
      ['broken', 'connection'],
    ];
    for (const [reaction, why] of silences) {
      test(`silence (${why}) keeps the list, logs a warning, and is retried`, async () => {
        let visaSays: Reaction = { serialNum: '17', cardRangeData: [FIRST] };
        const visa = here(() => visaSays);
        await visa.ranges.refresh();
        clock.advance(DAY_MS);
        visaSays = reaction;
        assert.equal(await visa.ranges.refresh(), directoryServers.length - 1);
        assert.deepEqual(visa.asked, ['all', '17'], 'silence is no reason to ask for more');
        assert.deepEqual(visa.warnings, [{ organization: 'VISA', why }]);
        assert.equal(versionOf(visa.ranges), '2.2.0');
        visaSays = { serialNum: '18', cardRangeData: [SECOND] };
        assert.equal(await visa.ranges.refresh(), 0, 'it is left in peace for a while');
        clock.advance(5 * MINUTE_MS);
        assert.equal(await visa.ranges.refresh(), 1);
        assert.deepEqual(visa.asked, ['all', '17', '17']);
        assert.equal(versionOf(visa.ranges, OTHER_CARD), '2.2.0');
        assert.deepEqual(visa.warnings.slice(1), [{ organization: 'VISA' }], 'it is well again');
        clock.advance(DAY_MS);
        assert.equal(await visa.ranges.refresh(), directoryServers.length);
        assert.equal(visa.warnings.length, 2, 'only after a failure');
      });
    }

    test('after an error no request is sent within the hour', async () => {
      let visaSays: Reaction = { erro: '103' };
      const visa = here(() => visaSays);
      await visa.ranges.refresh();
      visaSays = { serialNum: '1', cardRangeData: [FIRST] };
      clock.advance(HOUR_MS);
      assert.equal(await visa.ranges.refresh(), 0);
      clock.advance(MINUTE_MS);
      assert.equal(await visa.ranges.refresh(), 1);
      assert.deepEqual(visa.asked, ['all', 'all']);
    });

    test('an empty list after a full one is not accepted', async () => {
      let visaSays: Reaction = { cardRangeData: [FIRST] };
      const visa = here(() => visaSays);
      await visa.ranges.refresh();
      clock.advance(DAY_MS);
      visaSays = { cardRangeData: [] };
      await visa.ranges.refresh();
      assert.equal(versionOf(visa.ranges), '2.2.0');
      assert.deepEqual(visa.warnings, [{ organization: 'VISA', why: 'empty list' }]);
    });

    test('a node that has just started reads what is stored, without a request', async () => {
      await here(() => ({ cardRangeData: [FIRST] })).ranges.refresh();
      const fresh = here(() => 'broken');
      assert.equal(fresh.ranges.knows('VISA'), false);
      await fresh.ranges.load();
      assert.equal(versionOf(fresh.ranges), '2.2.0');
      assert.deepEqual(fresh.asked, []);
    });

    test('the ranges of a server that was always silent are unknown', async () => {
      const visa = here(() => 'time-out');
      assert.equal(await visa.ranges.refresh(), directoryServers.length - 1);
      assert.equal(visa.ranges.knows('VISA'), false);
      assert.equal(visa.ranges.knows('JCB'), true);
      assert.equal(await stored(), undefined);
    });

    test('another node uses what one has fetched, without a request', async () => {
      const isPostgres = engine.name === 'postgres';
      const one = here((serialNum) =>
        serialNum === undefined
          ? { serialNum: '17', cardRangeData: [FIRST] }
          : { serialNum: '18', cardRangeData: [SECOND] },
      );
      const elsewhere = isPostgres ? opened.node() : opened.database;
      const other = node(elsewhere, clock, () => 'broken');
      await one.ranges.refresh();
      assert.equal(await other.ranges.refresh(), 0);
      assert.deepEqual([other.asked, other.warnings], [[], []]);
      assert.equal(versionOf(other.ranges), '2.2.0');
      clock.advance(DAY_MS);
      await one.ranges.refresh();
      assert.equal(versionOf(other.ranges, OTHER_CARD), 'none');
      await other.ranges.refresh();
      assert.equal(versionOf(other.ranges, OTHER_CARD), '2.2.0');
      assert.deepEqual(other.asked, []);
    });

    test('a restarted node knows the old list also while the server is silent', async () => {
      await here(() => ({ serialNum: '17', cardRangeData: [FIRST] })).ranges.refresh();
      clock.advance(7 * DAY_MS);
      const anew = here(() => 'time-out');
      await anew.ranges.refresh();
      assert.deepEqual(anew.asked, ['17']);
      assert.equal(versionOf(anew.ranges), '2.2.0');
    });
  });
}

test('without a directory server no card is enrolled', async () => {
  assert.equal(noCardRanges.knows('VISA'), false);
  assert.equal(noCardRanges.find('VISA', CARD), undefined);
  assert.equal(await noCardRanges.refresh(), 0);
});
