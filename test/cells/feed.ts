// The feed of events in one schema: an event that is not committed holds it back, so that no event
// appears behind a cursor later. It depends on locks and transaction ids, which Citus has per node.
import { sqlFeedStore } from '@bramka/gateway/events/feed/feed.store.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { patience } from '../support/database.ts';
import { runSql } from '../support/engines.ts';
import { addRow } from '../support/journal/add-row.ts';

const EVENT = { merchant_id: '1', event_id: '0198c5d1-7b2a-7000-8000-00000000abcd' };

export async function checkFeed(url: string, schema: string): Promise<string[]> {
  const settings = { search_path: schema };
  const database = openPostgres({ url, connections: 2, settings, ...patience });
  const feed = sqlFeedStore(database);
  const faults: string[] = [];
  try {
    await feed.horizon();
    const order = await database.transaction(async (tx) => {
      await addRow(tx, 'events', EVENT);
      const text = `select commit_xid as "order" from events where merchant_id = '1'`;
      const [own] = await runSql<{ order: bigint }>(tx, text);
      if ((await feed.horizon()) > (own?.order ?? 0n)) {
        faults.push(`${schema}: the feed does not wait for an event that is not committed`);
      }
      return own?.order ?? 0n;
    });
    if ((await feed.horizon()) <= order)
      faults.push(`${schema}: the feed misses a committed event`);
    await runSql(database, `delete from events where merchant_id = '1'`);
  } finally {
    await database.close();
  }
  return faults;
}
