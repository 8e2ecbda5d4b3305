// `npm run prove:reconcile`: a settlement file of 100,000 lines (or --lines N) against a ledger of
// as many movements on PostgreSQL, with a few differences. Prints times and memory, and fails if
// the result is wrong or the memory grows with the file.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { compareImports } from '@bramka/gateway/reconciliation/compare-imports.ts';
import { totalsOf } from '@bramka/gateway/reconciliation/import.store.ts';
import { addLines, finishImport, startImport } from '@bramka/gateway/reconciliation/import-file.ts';
import { hashLine, NO_LINES } from '@bramka/gateway/reconciliation/settlement-file.ts';
import { lineOf } from '@bramka/sandbox/wire/settlement-file.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { migrateAll } from '../schema/modules.ts';
import { startPostgres } from '../setup/postgres.ts';
import { postgres } from '../support/engines.ts';
import { book, DAY_MS, fileOf, movementAt, partsOn } from '../support/reconciliation/books.ts';

const CHUNK = 500;
const MERCHANTS = 200;
/** More than this while the file is imported and compared would mean that it is held in memory. */
const MAX_GROWTH_MB = 150;

const { values } = parseArgs({ options: { lines: { type: 'string', default: '100000' } } });
const wanted = Number(values.lines);

const memoryMb = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
};

/** Writes the books and returns the lines of the file. */
async function prepare(database: Database): Promise<string[]> {
  await migrateAll(database);
  const lines: string[] = [];
  for (let done = 0; done < wanted; done += CHUNK) {
    const size = Math.min(CHUNK, wanted - done);
    const movements = Array.from({ length: size }, (_, index) =>
      movementAt(Math.floor(((done + index) * (DAY_MS - 1)) / wanted), {
        merchantId: String(20_000 + ((done + index) % MERCHANTS)),
      }),
    );
    await book(database, movements);
    lines.push(...movements.map(lineOf));
  }
  // The first is left out, the last is there twice.
  const rows = [...lines.slice(1), lines.at(-1) ?? ''];
  const [header = '', columns = ''] = fileOf([]);
  return [header, columns, ...rows, `end,${rows.length}`];
}

async function run(): Promise<void> {
  const opened = await postgres.open();
  try {
    const { database } = opened;
    const file = await prepare(database);
    const [header = ''] = file;
    let hash = NO_LINES;
    for (const line of file) hash = hashLine(hash, line);

    const parts = partsOn(database);
    const before = memoryMb();
    let peak = before;
    const started = performance.now();
    const { importId } = await startImport(parts, header, Buffer.from(hash).toString('hex'));
    for (let at = 1; at < file.length; at += CHUNK) {
      await addLines(parts, importId, at + 1, file.slice(at, at + CHUNK));
      peak = Math.max(peak, process.memoryUsage().rss / 2 ** 20);
    }
    await finishImport(parts, importId);
    const loaded = performance.now();
    while ((await compareImports(parts)) > 0) {
      peak = Math.max(peak, process.memoryUsage().rss / 2 ** 20);
    }
    const compared = performance.now();
    const counts = (await totalsOf(database, importId)).map(
      ({ result, itemCount }) => `${result} ${itemCount}`,
    );
    assert.deepEqual(counts, ['DUPLICATE 1', `MATCHED ${wanted - 1}`, 'MISSING 1']);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    console.log(`${wanted} lines: ${counts.join(', ')}`);
    console.log(
      `imported in ${seconds(started, loaded)} s, compared in ${seconds(loaded, compared)} s`,
    );
    console.log(`memory: ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB`);
    assert.ok(peak - before < MAX_GROWTH_MB, 'memory grows with the file');
  } finally {
    await opened.close();
  }
}

const server = process.env.BRAMKA_TEST_POSTGRES ? undefined : await startPostgres();
process.env.BRAMKA_TEST_POSTGRES ??= server?.url ?? '';
try {
  await run();
} finally {
  await server?.stop();
}
