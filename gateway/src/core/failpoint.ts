// Named failpoints for crash tests: `name=kill`, `name=kill:2` (the second call), `name=throw`,
// `name=delay:250`, `name=park:2`.
// They do nothing unless enabled at start, and they cannot be enabled in production.

/** `park`: the first calls, as many as `count`, are reported and never go on; later ones pass. */
export type FailpointAction =
  | { do: 'kill'; call?: number }
  | { do: 'throw' }
  | { do: 'delay'; ms: number }
  | { do: 'park'; count: number };

export interface Failpoints {
  reach(name: string): Promise<void> | undefined;
}

export const noFailpoints: Failpoints = { reach: () => undefined };

const pattern = /^([a-z]+(?:\.[a-z]+)*)=(kill|throw|(delay|park|kill):(\d{1,6}))$/;

/**
 * Parses `attempt.committed=kill,outcome.received=delay:200`; undefined when the syntax is wrong.
 */
export function parseFailpoints(text: string): Map<string, FailpointAction> | undefined {
  const actions = new Map<string, FailpointAction>();
  for (const part of text.split(',').filter((piece) => piece !== '')) {
    const match = pattern.exec(part.trim());
    if (!match) return undefined;
    const name = match[1] as string;
    const value = Number(match[4]);
    if (match[3] === 'delay') actions.set(name, { do: 'delay', ms: value });
    else if (value === 0) return undefined;
    else if (match[3] === 'park') actions.set(name, { do: 'park', count: value });
    else if (match[3] === 'kill') actions.set(name, { do: 'kill', call: value });
    else actions.set(name, { do: match[2] as 'kill' | 'throw' });
  }
  return actions;
}

export function createFailpoints(
  actions: ReadonlyMap<string, FailpointAction>,
  sleep: (ms: number) => Promise<void>,
  report: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Failpoints {
  if (actions.size === 0) return noFailpoints;
  const calls = new Map<string, number>();
  return {
    reach(name) {
      const action = actions.get(name);
      if (!action) return undefined;
      if (action.do === 'delay') return sleep(action.ms);
      const call = (calls.get(name) ?? 0) + 1;
      calls.set(name, call);
      if (action.do === 'park') {
        if (call > action.count) return undefined;
        report(`parked at ${name}: ${String(call)}`);
        return new Promise(() => undefined);
      }
      if (action.do === 'throw') throw new Error(`failpoint ${name}`);
      if (call < (action.call ?? 1)) return undefined;
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    },
  };
}
