// Contract tests of the authentication store on every storage: rows are read as they were written,
// due rows are found in order, and the table's constraints hold.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { openAcsFixture, type AcsFixture } from '../testing/acs-fixture.ts';
import { backingsWith } from '../testing/backing.ts';
import type { AuthenticationRow } from './authentication.ts';
import { authenticationTable, ONE_PER_SERVER_ID } from './authentication.store.ts';

for (const backing of backingsWith(process.env.BRAMKA_TEST_POSTGRES)) {
  describe(`the authentication store in ${backing}`, () => {
    let fixture: AcsFixture;
    let journal: Journal;
    before(async () => {
      fixture = await openAcsFixture(backing, createTestDatabase);
      journal = fixture.backing.journal();
    });
    after(() => fixture.close());

    const row = (overrides: Partial<AuthenticationRow> = {}): AuthenticationRow => ({
      createdAt: fixture.clock.now(),
      expiresAt: fixture.clock.now() + 600_000,
      dueAt: null,
      version: 1,
      tries: 1,
      interactionCounter: 2,
      resultTries: 3,
      sdkMessages: 4,
      acsTransId: fixture.ids.next(),
      dsTransId: fixture.ids.next(),
      serverTransId: fixture.ids.next(),
      sdkTransId: fixture.ids.next().toUpperCase(),
      organization: 'VISA',
      messageVersion: '2.2.0',
      messageCategory: '01',
      deviceChannel: '01',
      serverUrl: 'https://gateway.example/results?key=a%2Bb&x="\\',
      notificationUrl: 'https://gateway.example/back',
      merchantName: 'Sklep "Łódź" {null,}',
      amount: '123.45',
      currency: 'PLN',
      cardMask: '491711******0007',
      path: 'CHALLENGE',
      state: 'FINISHED',
      transStatus: 'Y',
      transStatusReason: '01',
      eci: '05',
      cavv: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      challengeCancel: '01',
      sessionData: 'c2Vzc2lvbg',
      sessionKey: 'a2V5',
      resultState: 'DELIVERED',
      ...overrides,
    });
    const open = (dueAt: number): AuthenticationRow =>
      row({
        state: 'OPEN',
        transStatus: 'C',
        resultState: 'NONE',
        dueAt,
        cavv: null,
        eci: null,
      });
    const insert = (one: AuthenticationRow) =>
      journal.commit(new Draft().insert(authenticationTable, one));

    test('finds a row as it was written, by either id', async () => {
      const sparse = row({
        sdkTransId: null,
        notificationUrl: null,
        amount: null,
        currency: null,
        transStatus: 'U',
        transStatusReason: null,
        eci: null,
        cavv: null,
        challengeCancel: null,
        sessionData: null,
        sessionKey: null,
        resultState: 'NONE',
      });
      for (const one of [row(), sparse]) {
        deepEqual(await insert(one), { kind: 'committed' });
        deepEqual(await fixture.store.find(one.acsTransId), one);
        deepEqual(await fixture.store.ofDirectory(one.dsTransId), one);
        equal(await fixture.store.find(one.dsTransId), undefined);
      }
    });

    test('finds due rows, the oldest first, up to the given number', async () => {
      const now = fixture.clock.now() - 100_000;
      const [late, early, future] = [open(now), open(now - 5), open(now + 1)];
      for (const one of [late, early, future, row()]) await insert(one);
      deepEqual(await fixture.store.due(now, 10), [early, late]);
      deepEqual(await fixture.store.due(now, 1), [early]);
      deepEqual(await fixture.store.due(now - 6, 10), []);
    });

    test('accepts each threeDSServerTransID once', async () => {
      const one = row();
      const conflict = { kind: 'conflict', constraint: ONE_PER_SERVER_ID };
      deepEqual(await insert(one), { kind: 'committed' });
      deepEqual(await insert(row({ serverTransId: one.serverTransId })), conflict);
    });

    test('updates a row only on the version it was read at', async () => {
      const one = open(fixture.clock.now() + 1_000_000);
      await insert(one);
      const pushed = { ...one, state: 'PUSHED', version: 2 };
      const change = () => journal.commit(new Draft().change(authenticationTable, pushed, 1));
      deepEqual([(await change()).kind, (await change()).kind], ['committed', 'stale']);
      deepEqual(await fixture.store.find(one.acsTransId), pushed);
    });

    const broken: [constraint: string, other: Partial<AuthenticationRow>][] = [
      ['authentications_card_mask', { cardMask: '4917110020000007' }],
      ['authentications_state', { state: 'LOST' as 'OPEN', resultState: 'NONE', dueAt: 1 }],
      ['authentications_result', { resultState: 'LOST' as 'DUE' }],
      ['authentications_result_at_end', { state: 'OPEN', dueAt: 1 }],
      ['authentications_due', { resultState: 'DUE' }],
      ['authentications_due', { dueAt: 1 }],
      ['authentications_proof', { transStatus: 'N' }],
      ['authentications_proof', { cavv: null }],
    ];
    for (const [constraint, other] of backing === 'memory' ? [] : broken) {
      test(`the database refuses ${JSON.stringify(other)}`, async () => {
        deepEqual(await insert(row(other)), { kind: 'conflict', constraint });
      });
    }
  });
}
