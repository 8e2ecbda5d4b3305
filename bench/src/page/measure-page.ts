// Loads the payment page once in Chromium with Lighthouse, as a throttled phone with an empty
// cache, and returns its scores, its times and the bytes of every request.

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import * as constants from 'lighthouse/core/config/constants.js';
import { slowdownFor } from './slowdown.ts';
import { categories, type Category, type Moment, type PageMeasurement } from './measurement.ts';

interface Request {
  readonly url: string;
  readonly transferSize: number;
  readonly resourceSize: number;
}

const { mobileSlow4G: slow4G } = constants.throttling;
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

export async function measurePage(url: string, chromePath: string): Promise<PageMeasurement> {
  // The first load tells how fast the machine is just now.
  const { environment } = await load(url, chromePath, 1);
  const slowdown = slowdownFor(environment.benchmarkIndex);
  return { slowdown, ...read(await load(url, chromePath, slowdown)) };
}

async function load(url: string, chromePath: string, cpuSlowdownMultiplier: number) {
  const chrome = await launch({ chromePath, chromeFlags: flags, logLevel: 'silent' });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'silent',
      formFactor: 'mobile',
      // The network of Lighthouse for phones: slow 4G (1.6 Mbit/s, 150 ms).
      throttling: { ...slow4G, cpuSlowdownMultiplier },
      onlyCategories: [...categories],
    });
    if (!result) throw new Error('Lighthouse returned nothing');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    chrome.kill();
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function read(lhr: Report): Omit<PageMeasurement, 'slowdown'> {
  const score = (name: Category): number => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const time = (name: Moment): number => Math.round(lhr.audits[name]?.numericValue ?? Infinity);
  const details = lhr.audits['network-requests']?.details as unknown as { items: Request[] };
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    timesMs: {
      'first-contentful-paint': time('first-contentful-paint'),
      'largest-contentful-paint': time('largest-contentful-paint'),
      interactive: time('interactive'),
    },
    files: details.items.map(({ url, transferSize, resourceSize }) => ({
      url,
      sentBytes: transferSize,
      plainBytes: resourceSize,
    })),
    advice: adviceIn(lhr),
  };
}

function adviceIn(lhr: Report): string[] {
  const refs = categories.flatMap((name) => lhr.categories[name]?.auditRefs ?? []);
  const ids = new Set(refs.filter(({ weight }) => weight > 0).map(({ id }) => id));
  return Object.values(lhr.audits)
    .filter(({ id, score }) => ids.has(id) && score !== null && score < 1)
    .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`.trim());
}
