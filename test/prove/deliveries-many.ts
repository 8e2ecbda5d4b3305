// `npm run prove:deliveries`: 100,000 events (or --events N) against receivers of which three in
// ten misbehave in every way, on PostgreSQL. Prints figures, and fails if an event is lost, comes
// after it was accepted or refused or out of order, or if healthy receivers wait for the others.
import { parseArgs } from 'node:util';
import { migrateAll } from '../schema/modules.ts';
import { startPostgres } from '../setup/postgres.ts';
import { postgres } from '../support/engines.ts';
import { runDeliveryLoad, type LoadResult } from '../support/receivers/delivery-load.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
  },
});
const events = Number(values.events);
const timeoutMs = 10_000;
const sizes = { receivers: 40, eventsPerSecond: Number(values.rate), timeoutMs };
/** By which share of the limit of one delivery the p99 of healthy receivers may grow. */
const ALLOWED_SHARE = 0.1;

function print(name: string, { deliveries, lagMs, seconds }: LoadResult): void {
  const lag = `p50 ${lagMs.p50.toFixed(0)} ms, p99 ${lagMs.p99.toFixed(0)} ms`;
  console.log(`${name}: ${deliveries} deliveries in ${seconds.toFixed(0)} s; healthy: ${lag}`);
}

async function run(): Promise<string[]> {
  const opened = await postgres.open();
  try {
    const { database } = opened;
    await migrateAll(database);
    const onProgress = (text: string): void => console.log(`  ${text}`);
    const calm = await runDeliveryLoad(database, {
      ...sizes,
      events: Math.ceil(events / 10),
      bad: 0,
      onProgress,
    });
    print('all healthy', calm);
    const mixed = await runDeliveryLoad(database, { ...sizes, events, bad: 12, onProgress });
    print('12 of 40 misbehave', mixed);
    const problems = [calm, mixed].flatMap((one) => [
      ...one.violations,
      ...one.missing.map((eventId) => `${eventId} was lost`),
    ]);
    if (mixed.lagMs.p99 > calm.lagMs.p99 + timeoutMs * ALLOWED_SHARE) {
      problems.push('healthy receivers wait for the others');
    }
    return problems;
  } finally {
    await opened.close();
  }
}

const server = process.env.BRAMKA_TEST_POSTGRES ? undefined : await startPostgres();
process.env.BRAMKA_TEST_POSTGRES ??= server?.url ?? '';
try {
  const problems = await run();
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(`${problems.length} violations`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await server?.stop();
}
