// Tests of stored logos on both databases: they are found by their hash only, and a change removes
// what is neither the current logo nor a recent draft.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { DRAFT_MS, logoStore } from './logo.store.ts';

for (const engine of engines) {
  describe(`logos on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened.close());

    test('a logo is found by merchant and hash', async () => {
      const logos = logoStore(opened.database, handClock());
      const logo = { mediaType: 'image/png', bytes: Buffer.from([0, 1, 255]) };
      const hash = await logos.add('10000001', logo);
      assert.match(hash, /^[0-9a-f]{32}$/);
      assert.equal(await logos.add('10000001', logo), hash, 'the same picture once');
      const found = await logos.find('10000001', hash);
      assert.equal(found?.mediaType, 'image/png');
      assert.ok(logo.bytes.equals(found?.bytes ?? Buffer.alloc(0)));
      assert.equal(await logos.find('10000002', hash), undefined);
      const other = await logos.add('10000001', { ...logo, mediaType: 'image/webp' });
      assert.notEqual(other, hash);
    });

    test('a change removes older logos, but neither drafts nor those of others', async () => {
      const clock = handClock();
      const logos = logoStore(opened.database, clock);
      const add = (merchantId: string, byte: number) =>
        logos.add(merchantId, { mediaType: 'image/png', bytes: Buffer.from([byte]) });
      const old = await add('10000003', 1);
      const kept = await add('10000003', 2);
      const ofOthers = await add('10000004', 3);
      clock.advance(1);
      const draft = await add('10000003', 4);
      clock.advance(DRAFT_MS);
      await logos.removeOthers('10000003', kept);
      const left = async (merchantId: string, hash: string) =>
        (await logos.find(merchantId, hash)) !== undefined;
      assert.deepEqual(
        [
          await left('10000003', old),
          await left('10000003', kept),
          await left('10000003', draft),
          await left('10000004', ofOthers),
        ],
        [false, true, true, true],
      );
      clock.advance(1);
      await logos.removeOthers('10000003', null);
      assert.deepEqual(
        [await left('10000003', kept), await left('10000003', draft)],
        [false, false],
      );
    });
  });
}
