// Reads a V8 CPU profile: in which functions and parts of the program the time was spent.

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
}

export interface SelfTime {
  readonly name: string;
  /** Share of the time in which the process was busy. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly functions: readonly SelfTime[];
  readonly modules: readonly SelfTime[];
}

const notBusy = new Set(['(idle)', '(root)']);

export function summarize(profile: CpuProfile, most: number): ProfileSummary {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const modules = new Map<string, number>();
  let busy = 0;
  profile.samples.forEach((id, position) => {
    const frame = frames.get(id);
    if (!frame || notBusy.has(frame.functionName)) return;
    const time = profile.timeDeltas[position] ?? 0;
    const module = moduleOf(frame.url, frame.functionName);
    const file = frame.url.split('/').at(-1) ?? '';
    const where = file === '' ? module : `${module} ${file}:${frame.lineNumber + 1}`;
    const name = `${frame.functionName || '(anonymous)'}  ${where}`;
    functions.set(name, (functions.get(name) ?? 0) + time);
    modules.set(module, (modules.get(module) ?? 0) + time);
    busy += time;
  });
  return { functions: top(functions, busy, most), modules: top(modules, busy, most) };
}

/** The package, our own module, or the engine itself. */
function moduleOf(url: string, functionName: string): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1];
  if (library !== undefined) return library;
  const module = /\/(gateway|sandbox|cli)\/src\/([^/]+)/.exec(url);
  if (module) return `${module[1] ?? ''}/${module[2] ?? ''}`;
  if (url.startsWith('node:')) return 'node';
  return functionName.startsWith('(') ? functionName : 'native';
}

function top(times: ReadonlyMap<string, number>, busy: number, most: number): SelfTime[] {
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name, time]) => ({ name, share: time / busy }));
}
