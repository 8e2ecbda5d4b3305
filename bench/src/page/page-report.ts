// What `npm run bench:page` prints.

import { categories, moments, type Moment, type PageMeasurement } from './measurement.ts';
import { goals, totalBytes } from './page-goals.ts';

/** An entry of sizes.json. */
export interface PastSize {
  /** The version or the change. */
  readonly name: string;
  readonly totalBytes: number;
  readonly requests: number;
}

/** The first column is text, the others are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return all.map((row) => row.map(cell).join('   ').trimEnd());
}

const grouped = (value: number): string => value.toLocaleString('en');

export function pageLines(
  median: PageMeasurement,
  all: readonly PageMeasurement[],
  history: readonly PastSize[],
): string[] {
  return [
    'First load of the payment page, as a mid-range phone on slow 4G (Lighthouse),',
    `whose processor is ${median.slowdown.toFixed(1)} times slower than this one.`,
    '',
    ...fileLines(median),
    ...historyLines(median, history),
    '',
    ...scoreLines(median, all),
    ...median.advice.map((line) => `  ${line}`),
  ];
}

function fileLines(median: PageMeasurement): string[] {
  const rows = median.files.map(({ url, sentBytes, plainBytes }) => [
    url.startsWith('data:') ? 'data:' : shortened(new URL(url).pathname),
    grouped(sentBytes),
    grouped(plainBytes),
  ]);
  const total = totalBytes(median);
  const plain = median.files.reduce((sum, { plainBytes }) => sum + plainBytes, 0);
  return [
    ...table(['file', 'bytes sent', 'bytes'], [...rows, ['total', grouped(total), grouped(plain)]]),
    `${Math.round((total / goals.totalBytes) * 100)} % of ${grouped(goals.totalBytes)}, the limit.`,
  ];
}

/** Links and ids are long, and the key of a link is a secret. */
function shortened(path: string): string {
  return path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{paymentId}')
    .replace(/[0-9a-f]{32}/g, '{key}');
}

function historyLines(median: PageMeasurement, history: readonly PastSize[]): string[] {
  const last = history.at(-1);
  if (!last) return [];
  const change = totalBytes(median) - last.totalBytes;
  const sign = change > 0 ? '+' : '';
  return [`${sign}${grouped(change)} bytes since "${last.name}" (${grouped(last.totalBytes)}).`];
}

function scoreLines(median: PageMeasurement, all: readonly PageMeasurement[]): string[] {
  const scores = categories.map((name) => [
    `Lighthouse ${name}`,
    String(median.scores[name]),
    all.map(({ scores }) => scores[name]).join(', '),
    String(goals.score),
  ]);
  const times = (Object.keys(moments) as Moment[]).map((name) => [
    `${moments[name]} (ms)`,
    String(median.timesMs[name]),
    all.map(({ timesMs }) => timesMs[name]).join(', '),
    name === 'first-contentful-paint' ? `< ${goals.usableMs}` : '',
  ]);
  return table(['', 'median', 'all', 'goal'], [...scores, ...times]);
}
