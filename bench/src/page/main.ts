// `npm run bench:page`: starts a sandbox, makes a payment, and measures the first load of its page
// (docs/guides/benchmarks.md). Exits with 1 when a goal is missed.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '@bramka/test/setup/chromium.ts';
import { startGateway, type GatewayProcess } from '../gateway-process.ts';
import { measurePage } from './measure-page.ts';
import type { PageMeasurement } from './measurement.ts';
import { medianOf, missedGoals, totalBytes } from './page-goals.ts';
import { pageLines, type PastSize } from './page-report.ts';

const historyFile = join(import.meta.dirname, 'sizes.json');
const usage = `npm run bench:page -- [flags]
  --runs N       loads of the page; the median is printed (3)
  --url LINK     measures the page behind this payment link instead of a sandbox of its own
  --record NAME  adds the sizes to bench/src/page/sizes.json under this name
  --help         prints this`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    url: { type: 'string' },
    record: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(usage);
else process.exitCode = await bench();

async function bench(): Promise<number> {
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 20) throw new Error('--runs must be 1 to 20');
  const chromium = findChromium();
  if (chromium === undefined) throw new Error('There is no Chromium on this machine; install one.');
  const measured = await measureAll(chromium, runs);
  const median = medianOf(measured);
  const history = JSON.parse(readFileSync(historyFile, 'utf8')) as PastSize[];
  const missed = missedGoals(median);
  for (const line of pageLines(median, measured, history)) console.log(line);
  for (const line of missed) console.log(`MISSED  ${line}`);
  if (values.record !== undefined) record(values.record, history, median);
  return missed.length === 0 ? 0 : 1;
}

async function measureAll(chromium: string, runs: number): Promise<PageMeasurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-bench-page-'));
  let gateway: GatewayProcess | undefined;
  try {
    if (values.url === undefined) gateway = await startGateway({ databaseUrl: undefined, folder });
    const measured: PageMeasurement[] = [];
    for (let run = 1; run <= runs; run += 1) {
      // Each load is a first load: of a payment that nobody has opened.
      const link = values.url ?? (await createLink(gateway as GatewayProcess, run));
      measured.push(await measurePage(link, chromium));
    }
    return measured;
  } finally {
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createLink({ target }: GatewayProcess, run: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${target.port}/v1/ecommerce/payment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: 'PAYWALL',
      order: {
        amount: 123.45,
        currency: 'PLN',
        extOrderId: `bench-${run}`,
        description: 'Two packs of tea',
      },
    }),
  });
  const { redirectURL } = (await reply.json()) as { redirectURL?: string };
  if (redirectURL === undefined) throw new Error(`no payment link, status ${reply.status}`);
  return redirectURL;
}

function record(name: string, history: readonly PastSize[], median: PageMeasurement): void {
  const entry: PastSize = { name, totalBytes: totalBytes(median), requests: median.files.length };
  writeFileSync(historyFile, `${JSON.stringify([...history, entry], null, 2)}\n`);
}
