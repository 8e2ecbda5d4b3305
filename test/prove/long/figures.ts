// The figures of a run: added up over lanes and restarts, and printed.
import type { Figures, Violation } from './part.ts';

export function addFigures(all: readonly Figures[]): Figures {
  const sum: Record<string, number> = {};
  for (const figures of all) {
    for (const [name, count] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}

/** `1,200 seeds, 3 kills`. */
export function figuresText(figures: Figures): string {
  const texts = Object.entries(figures).map(
    ([name, count]) => `${count.toLocaleString('en-US')} ${name}`,
  );
  return texts.length === 0 ? 'nothing yet' : texts.join(', ');
}

export interface PartResult {
  readonly name: string;
  readonly seconds: number;
  readonly figures: Figures;
  readonly violations: readonly Violation[];
  /** The last output of lanes that ended without having been told to. */
  readonly crashes: readonly string[];
  /** Why the part did not run. */
  readonly skipped?: string;
}

/** One line per part, every violation with the command that repeats it, and the sum. */
export function reportText(results: readonly PartResult[]): string {
  const lines = results.map(partLine);
  for (const { name, violations, crashes } of results) {
    for (const { text, repeat } of violations) {
      lines.push('', `VIOLATION (${name}): ${text}`, `Repeat it with: ${repeat}`);
    }
    for (const output of crashes) lines.push('', `CRASH (${name}):`, output.trimEnd());
  }
  const violations = results.reduce((sum, one) => sum + one.violations.length, 0);
  const crashes = results.reduce((sum, one) => sum + one.crashes.length, 0);
  if (exitCodeOf(results) === 0) lines.push('', 'No violation was found.');
  else if (violations + crashes > 0) lines.push('', `${badText(violations, crashes)}.`);
  else lines.push('', 'A part did nothing: give it more --minutes.');
  return `${lines.join('\n')}\n`;
}

function partLine({ name, seconds, skipped, ...rest }: PartResult): string {
  if (skipped !== undefined) return `${name.padEnd(12)} not run: ${skipped}`;
  const bad = badText(rest.violations.length, rest.crashes.length);
  const time = `${seconds.toFixed(0).padStart(5)} s`;
  return `${name.padEnd(12)} ${time}  ${figuresText(rest.figures)}, ${bad}`;
}

function badText(violations: number, crashes: number): string {
  return `${violations} violations${crashes === 0 ? '' : `, ${crashes} crashes`}`;
}

/** 0 only if something was done in every part that ran, and nothing was found. */
export function exitCodeOf(results: readonly PartResult[]): 0 | 1 {
  const ran = results.filter(({ skipped }) => skipped === undefined);
  const isClean = ran.every(({ violations, crashes, figures }) => {
    // The first figure counts the work of the part.
    const [done = 0] = Object.values(figures);
    return violations.length === 0 && crashes.length === 0 && done > 0;
  });
  return ran.length > 0 && isClean ? 0 : 1;
}
