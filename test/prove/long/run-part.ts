// Runs one part of `npm run prove` for its time: its lanes side by side, each in a process that is
// started again when it ends too early.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAtExit } from '../../support/waiting/ending.ts';
import { addFigures, figuresText, type PartResult } from './figures.ts';
import type { Figures, Message, Violation } from './part.ts';

const PROGRESS_MS = 10_000;
/** After the time is over a lane finishes its round and checks what it did; then it is ended. */
const FINISH_LIMIT_MS = 300_000;
const RESTART_PAUSE_MS = 1_000;
/** A lane that finds this many violations or crashes is not started again. */
const ENOUGH = 5;
const KEPT_OUTPUT = 4_000;

export interface PartRun {
  readonly name: string;
  readonly lanes: readonly string[];
  readonly seconds: number;
  readonly seed: number;
  /** The module of the lane's process. */
  readonly program: string;
  readonly print: (line: string) => void;
  readonly finishLimitMs?: number;
}

interface Collected {
  readonly figures: Map<string, Figures>;
  readonly violations: Violation[];
  readonly crashes: string[];
}

export async function runPart(part: PartRun): Promise<PartResult> {
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) / 1000;
  const collected: Collected = { figures: new Map(), violations: [], crashes: [] };
  const total = (): Figures => addFigures([...collected.figures.values()]);
  const progress = setInterval(() => {
    const bad = collected.violations.length + collected.crashes.length;
    const at = `${elapsed().toFixed(0)} of ${part.seconds.toFixed(0)} s`;
    part.print(`${part.name}: ${at}, ${figuresText(total())}${bad > 0 ? `, ${bad} FAILED` : ''}`);
  }, PROGRESS_MS);
  try {
    await Promise.all(part.lanes.map((_, index) => runLane(part, index, elapsed, collected)));
  } finally {
    clearInterval(progress);
  }
  const { violations, crashes } = collected;
  return { name: part.name, seconds: elapsed(), figures: total(), violations, crashes };
}

async function runLane(
  part: PartRun,
  index: number,
  elapsed: () => number,
  collected: Collected,
): Promise<void> {
  const isEnough = (): boolean => collected.violations.length + collected.crashes.length >= ENOUGH;
  for (let start = 0; ; start += 1) {
    const seconds = part.seconds - elapsed();
    if ((start > 0 && seconds <= 1) || isEnough()) return;
    // Another start takes other seeds: the first ones led to the crash.
    const seed = part.seed + start * 100_000;
    const crash = await runOnce(part, index, { seed, seconds, start }, collected);
    if (crash === undefined) return;
    collected.crashes.push(crash);
    part.print(`${part.name}: ${part.lanes[index] ?? ''} crashed (seed ${seed})`);
    await sleep(RESTART_PAUSE_MS);
  }
}

interface Once {
  readonly seed: number;
  readonly seconds: number;
  readonly start: number;
}

/** The last output when the process did not end by itself with 0. */
async function runOnce(
  part: PartRun,
  index: number,
  { seed, seconds, start }: Once,
  collected: Collected,
): Promise<string | undefined> {
  const lane = part.lanes[index] ?? '';
  const numbers = [index, part.lanes.length, seed, Math.max(1, seconds).toFixed(3)].map(String);
  const child = fork(part.program, [part.name, lane, ...numbers], { silent: true });
  const takeBack = runAtExit(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output = (output + String(chunk)).slice(-KEPT_OUTPUT)));
  }
  child.on('message', (message: Message) => {
    if ('figures' in message) collected.figures.set(`${index}/${start}`, message.figures);
    else collected.violations.push(message.violation);
  });
  const limitMs = seconds * 1000 + (part.finishLimitMs ?? FINISH_LIMIT_MS);
  const limit = setTimeout(() => {
    output += `\nIt did not end ${(limitMs / 1000).toFixed(0)} s after its start and was killed.`;
    child.kill('SIGKILL');
  }, limitMs);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(limit);
  takeBack();
  if (code === 0) return undefined;
  return `${lane}, seed ${seed}, ended with ${signal ?? `exit code ${String(code)}`}:\n${output}`;
}
