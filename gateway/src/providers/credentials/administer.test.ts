// Tests of the operator's changes to credentials at providers: what is stored, sealed and shown,
// from when on it counts, and every refusal.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { SWITCH_MS } from './administer.ts';
import type { CredentialRow } from './credential.store.ts';
import { merchantId, openNode, otherMerchantId, service } from './testing/open-node.ts';

const key = (value = 'first-key') => ({ key: secret(value) });

for (const engine of engines) {
  describe(`provider credentials on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let clock = handClock();
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());
    beforeEach(async () => {
      clock = handClock();
      await runSql(opened.database, 'truncate provider_credentials, merchants');
      const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
      for (const id of [merchantId, otherMerchantId]) {
        await addRow(opened.database, 'merchants', { merchant_id: id, version: 1, ...merchant });
      }
    });
    const node = () => openNode(opened.database, clock);
    const versions = () =>
      runSql<{ version: number }>(
        opened.database,
        'select version from merchants order by merchant_id',
      ).then((rows) => rows.map(({ version }) => version));
    const facts = ({ provider, account, version, usedFrom, usedUntil }: CredentialRow) => ({
      provider,
      account,
      version,
      usedFrom,
      usedUntil,
    });

    test('the first ones count a little later, new values of the account at once', async () => {
      const { tools } = node();
      const usedFrom = clock.now() + SWITCH_MS;
      const set = await tools.set(merchantId, 'BM', service('222222', 'first-key'));
      const common = { provider: 'BM', account: '222222', usedFrom, usedUntil: null };
      assert.deepEqual(facts(set), { ...common, version: 1 });
      assert.deepEqual(set.fieldNames, ['serviceId', 'key', 'hashMethod']);
      clock.advance(10_000);
      const again = await tools.set(merchantId, 'BM', service('222222', 'second-key'));
      assert.deepEqual(facts(again), { ...common, version: 2 });
      assert.deepEqual(
        [again.createdAt, again.changedAt],
        [clock.now() - 10_000, clock.now()],
        'only the values are new',
      );
      assert.deepEqual(await tools.list(merchantId), [again]);
      assert.deepEqual(await versions(), [3, 1], 'other nodes learn it from the merchant');
    });

    test('another account ends the one before, and so does a removal', async () => {
      const { tools } = node();
      await tools.set(merchantId, 'BM', service('222222', 'first-key'));
      await tools.set(merchantId, 'plain', key());
      clock.advance(60_000);
      const switchedAt = clock.now() + SWITCH_MS;
      await tools.set(merchantId, 'BM', service('333333', 'other-key'));
      clock.advance(60_000);
      const removed = await tools.remove(merchantId, 'BM');
      assert.equal(removed.usedUntil, clock.now() + SWITCH_MS);
      const rows = await tools.list(merchantId);
      assert.deepEqual(
        rows.map(({ provider, account, usedUntil }) => [provider, account, usedUntil]),
        [
          ['BM', '222222', switchedAt],
          ['plain', null, null],
          ['BM', '333333', removed.usedUntil],
        ],
      );
      assert.equal(rows[2]?.usedFrom, switchedAt);
      const code = 'PROVIDER_CREDENTIALS_NOT_FOUND';
      const before = await versions();
      await assert.rejects(tools.remove(merchantId, 'BM'), { code });
      await assert.rejects(tools.remove(otherMerchantId, 'plain'), { code });
      assert.deepEqual(await versions(), before, 'nothing has changed');
    });

    test('what was set and removed at once was never used', async () => {
      const { tools } = node();
      const { usedFrom } = await tools.set(merchantId, 'plain', key());
      clock.advance(-60_000);
      const { usedUntil } = await tools.remove(merchantId, 'plain');
      assert.equal(usedUntil, usedFrom, 'also if the clock of this node is behind');
      assert.deepEqual((await tools.list(merchantId))[0]?.usedUntil, usedFrom);
    });

    test('an account belongs to one merchant, or to the installation', async () => {
      const { tools } = node();
      const code = 'PROVIDER_ACCOUNT_TAKEN';
      await tools.set(merchantId, 'BM', service('222222', 'first-key'));
      const foreign = service('222222', 'foreign-key');
      await assert.rejects(tools.set(otherMerchantId, 'BM', foreign), { code });
      await assert.rejects(tools.set(merchantId, 'BM', service('111111', 'first-key')), { code });
      await tools.set(otherMerchantId, 'BM', service('333333', 'other-key'));
      await assert.rejects(tools.set(otherMerchantId, 'BM', foreign), { code });
      const [kept] = await tools.list(otherMerchantId);
      assert.deepEqual([kept?.account, kept?.usedUntil], ['333333', null], 'it stays in use');
      await tools.remove(merchantId, 'BM');
      assert.equal((await tools.set(otherMerchantId, 'BM', foreign)).account, '222222');
    });

    test('of two merchants that claim an account at once, one gets it', async () => {
      const claims = [merchantId, otherMerchantId].map((id) =>
        node().tools.set(id, 'BM', service('222222', 'first-key')),
      );
      const ends = await Promise.allSettled(claims);
      assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    test('two changes at once leave one set in use', async () => {
      const { tools } = node();
      const accounts = ['222222', '333333', '444444'];
      await Promise.all(
        accounts.map((one) => tools.set(merchantId, 'BM', service(one, 'first-key'))),
      );
      const rows = await tools.list(merchantId);
      assert.equal(rows.filter(({ usedUntil }) => usedUntil === null).length, 1);
      assert.equal(rows.length, 3);
    });

    test('refuses what the provider does not take, and repeats no value', async () => {
      const { tools } = node();
      const long = 'x'.repeat(257);
      const rows: [provider: string, fields: object, code: string, about: RegExp][] = [
        ['nobody', key(), 'PROVIDER_NOT_FOUND', /provider/],
        ['bare', key(), 'PROVIDER_TAKES_NO_CREDENTIALS', /provider/],
        ['bare', {}, 'PROVIDER_TAKES_NO_CREDENTIALS', /provider/],
        ['plain', {}, 'INVALID_REQUEST', /fields\.key is required: the secret/],
        ['plain', { ...key(), 'my-secret': secret('x') }, 'INVALID_REQUEST', /fields must be key/],
        ['plain', key('my secret'), 'INVALID_REQUEST', /fields\.key must be 8 to 256/],
        ['plain', key('my-sec\nret'), 'INVALID_REQUEST', /fields\.key must be/],
        ['plain', key('short'), 'INVALID_REQUEST', /fields\.key must be/],
        ['plain', key(long), 'INVALID_REQUEST', /fields\.key must be/],
        [
          'BM',
          key(),
          'INVALID_REQUEST',
          /fields\.serviceId is required: the number of the service/,
        ],
        ['BM', service('my-secret', 'first-key'), 'INVALID_REQUEST', /serviceId must be a number/],
        ['BM', service('012345', 'first-key'), 'INVALID_REQUEST', /serviceId must be a number/],
        [
          'BM',
          { ...service('222222', 'first-key'), hashMethod: secret('MD5') },
          'INVALID_REQUEST',
          /hashMethod must be SHA256 or SHA512/,
        ],
      ];
      for (const [provider, fields, code, about] of rows) {
        await assert.rejects(tools.set(merchantId, provider, fields as never), (error) => {
          const { details = [], message } = error as never as Record<string, never[]>;
          const shown = (details as { field: string; message: string }[])
            .map((one) => `${one.field} ${one.message}`)
            .join();
          assert.equal((error as { code: string }).code, code);
          assert.match(`${shown} ${String(message)}`, about);
          assert.doesNotMatch(`${shown} ${String(message)}`, /my|short|xxx|MD5|012345/);
          return true;
        });
      }
      await assert.rejects(tools.set('29999999', 'plain', key()), { code: 'MERCHANT_NOT_FOUND' });
      await assert.rejects(tools.remove('29999999', 'plain'), { code: 'MERCHANT_NOT_FOUND' });
      assert.deepEqual([await tools.list(merchantId), await versions()], [[], [1, 1]]);
    });

    test('no value is in the database in clear', async () => {
      const { tools } = node();
      await tools.set(merchantId, 'BM', service('222222', 'canary-of-the-key'));
      const [{ row, sealed } = assert.fail()] = await runSql<{ row: string; sealed: string }>(
        opened.database,
        `select (c.*)::text as row, encode(sealed_fields, 'escape') as sealed
         from provider_credentials c`,
      );
      assert.match(row, /222222/);
      assert.doesNotMatch(`${row}${sealed}`, /canary|SHA256/);
    });

    test('a sandbox without merchants has no credentials', async () => {
      const { tools, lookups, ids } = node();
      await tools.set(merchantId, 'plain', key());
      clock.advance(SWITCH_MS);
      assert.ok(await lookups.at('plain').ofAttempt(merchantId, ids.next()));
      await tools.clear();
      assert.equal(await lookups.at('plain').ofAttempt(merchantId, ids.next()), null);
      assert.deepEqual(await tools.list(merchantId), []);
    });
  });
}
