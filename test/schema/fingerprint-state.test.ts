// Migration 0012 renames the state METHOD of authentications to FINGERPRINT: stored rows, and rows
// that nodes of the previous version write while nodes are being replaced.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrate, readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';

const folder = pathToFileURL(join(import.meta.dirname, '../../gateway/migrations/'));
const migrations = readMigrations(folder);
const at = migrations.findIndex(({ name }) => name.endsWith('fingerprint-state.sql'));
const AT = '2026-03-01T12:00:00.000Z';

const idOf = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const insert = `insert into authentications (merchant_id, payment_id, authentication_id, state,
    organization, message_version, device_channel, challenge_ind, range, method_completion, due_at,
    created_at, updated_at)
  values ('1000', $1, $1, $2, 'VISA', '2.2.0', '02', '01', '{}', 'N', $3, $3, $3)`;
const update = 'update authentications set state = $2 where authentication_id = $1';
const readStates = 'select state from authentications order by authentication_id';

async function statesIn({ database }: OpenEngine): Promise<string[]> {
  const rows = await runSql<{ state: string }>(database, readStates);
  return rows.map(({ state }) => state);
}

for (const engine of engines) {
  describe(`the fingerprint state on ${engine.name}`, { skip: engine.skip }, () => {
    test('renames stored rows and rows of nodes of the previous version', async () => {
      const opened = await engine.open();
      try {
        const { database } = opened;
        await migrate(database, migrations.slice(0, at), AT);
        await runSql(database, insert, [idOf(1), 'METHOD', AT]);
        await runSql(database, insert, [idOf(2), 'ASKING', AT]);
        await migrate(database, migrations.slice(0, at + 1), AT);
        assert.deepEqual(await statesIn(opened), ['FINGERPRINT', 'ASKING']);

        await runSql(database, insert, [idOf(3), 'METHOD', AT]);
        await runSql(database, update, [idOf(2), 'METHOD']);
        await runSql(database, update, [idOf(1), 'ASKING']);
        assert.deepEqual(await statesIn(opened), ['ASKING', 'FINGERPRINT', 'FINGERPRINT']);
        await assert.rejects(runSql(database, update, [idOf(1), 'STARTED']), /state_check/);
      } finally {
        await opened.close();
      }
    });
  });
}
