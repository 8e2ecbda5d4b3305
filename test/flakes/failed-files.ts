// What a run of the tests printed about files that failed, and the table of many runs.

export interface Failure {
  readonly path: string;
  readonly seed: number;
}

/** A file is a test of its own, or a suite in the process that it shares with others. */
export function failedFiles(output: string): string[] {
  const failed = [...output.matchAll(/^✖ (\S+\.test\.ts) \(/gm)].map(([, path = '']) => path);
  return [...new Set(failed)].sort();
}

/** The files that failed most often first, each with the seeds that repeat its order. */
export function tableOf(failures: readonly Failure[], runs: number): string {
  const seeds = new Map<string, number[]>();
  for (const { path, seed } of failures) seeds.set(path, [...(seeds.get(path) ?? []), seed]);
  const rows = [...seeds]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([path, own]) => `${String(own.length).padStart(6)}  ${path}  (seeds ${own.join(', ')})`);
  const head = `${String(runs)} runs, ${String(rows.length)} files with failures`;
  return `\n${[head, ...rows].join('\n')}\n`;
}
