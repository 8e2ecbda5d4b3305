// The figures of failover runs: how long no payment was acknowledged, by scenario and version of
// Patroni, beside the goals.

/** One run of one scenario. */
export interface Gap {
  readonly scenario: string;
  readonly seconds: number;
  readonly goalSeconds: number;
  /** The load average of the last minute when it began: a busy machine is slower. */
  readonly machineLoad: number;
  /** How many outages each node has logged. */
  readonly outages: readonly number[];
}

export interface Measured {
  /** The release of Patroni. */
  readonly patroni: string;
  readonly gaps: readonly Gap[];
}

export function gapLine({ scenario, seconds, machineLoad, outages }: Gap): string {
  const gap = `no payment for ${seconds.toFixed(1).padStart(5)} s`;
  const logged = `outages in the log of each node: ${outages.join(', ')}`;
  return `${scenario.padEnd(16)} ${gap}; load ${machineLoad.toFixed(1)}; ${logged}`;
}

/** Runs that took longer than their goal. */
export function lateGaps({ patroni, gaps }: Measured): string[] {
  return gaps
    .filter(({ seconds, goalSeconds }) => seconds >= goalSeconds)
    .map(({ scenario, seconds, goalSeconds }) => {
      const took = `${scenario} with Patroni ${patroni}: ${seconds.toFixed(1)} s`;
      return `${took}, the goal is ${goalSeconds} s`;
    });
}

export function gapTable(all: readonly Measured[]): string {
  const rows = all.flatMap(({ patroni, gaps }) =>
    [...Map.groupBy(gaps, ({ scenario }) => scenario)].map(([scenario, same]) =>
      rowOf(patroni, scenario, same),
    ),
  );
  const head = ['scenario', 'Patroni', 'runs', 'median', 'longest', 'goal', 'load', 'verdict'];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf(patroni: string, scenario: string, gaps: readonly Gap[]): string[] {
  const sorted = gaps.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  const longest = sorted.at(-1) ?? 0;
  const goal = gaps[0]?.goalSeconds ?? 0;
  const load = Math.max(...gaps.map(({ machineLoad }) => machineLoad));
  return [
    scenario,
    patroni,
    String(gaps.length),
    `${medianOf(sorted).toFixed(1)} s`,
    `${longest.toFixed(1)} s`,
    `${goal} s`,
    load.toFixed(1),
    longest < goal ? 'reached' : 'MISSED',
  ];
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
