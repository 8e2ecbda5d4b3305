// Named failpoints for crash tests (`name=kill`, `name=throw`, `name=delay:250`, `name=park:2`).
// They do nothing unless enabled at start, and they cannot be enabled in production.

/** `park`: the first calls, as many as `count`, are reported and never go on; later ones pass. */
export type FailpointAction =
  | { do: 'kill' }
  | { do: 'throw' }
  | { do: 'delay'; ms: number }
  | { do: 'park'; count: number };

export interface Failpoints {
  reach(name: string): Promise<void> | undefined;
}

export const noFailpoints: Failpoints = { reach: () => undefined };

/**
 * Parses `attempt.committed=kill,outcome.received=delay:200`; undefined when the syntax is wrong.
 */
export function parseFailpoints(text: string): Map<string, FailpointAction> | undefined {
  const actions = new Map<string, FailpointAction>();
  for (const part of text.split(',').filter((piece) => piece !== '')) {
    const match = /^([a-z]+(?:\.[a-z]+)*)=(kill|throw|(delay|park):(\d{1,6}))$/.exec(part.trim());
    if (!match) return undefined;
    const name = match[1] as string;
    const value = Number(match[4]);
    if (match[3] === 'delay') actions.set(name, { do: 'delay', ms: value });
    else if (match[3] === 'park' && value === 0) return undefined;
    else if (match[3] === 'park') actions.set(name, { do: 'park', count: value });
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
  const parked = new Map<string, number>();
  return {
    reach(name) {
      const action = actions.get(name);
      if (!action) return undefined;
      if (action.do === 'delay') return sleep(action.ms);
      if (action.do === 'park') {
        const count = (parked.get(name) ?? 0) + 1;
        if (count > action.count) return undefined;
        parked.set(name, count);
        report(`parked at ${name}: ${String(count)}`);
        return new Promise(() => undefined);
      }
      if (action.do === 'throw') throw new Error(`failpoint ${name}`);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    },
  };
}
