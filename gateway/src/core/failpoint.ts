// Named failpoints for crash tests (`name=kill`, `name=throw`, `name=delay:250`). They do nothing
// unless enabled at start, and they cannot be enabled in production.

export type FailpointAction = { do: 'kill' } | { do: 'throw' } | { do: 'delay'; ms: number };

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
    const match = /^([a-z]+(?:\.[a-z]+)*)=(kill|throw|delay:(\d{1,6}))$/.exec(part.trim());
    if (!match) return undefined;
    const name = match[1] as string;
    if (match[3] !== undefined) actions.set(name, { do: 'delay', ms: Number(match[3]) });
    else actions.set(name, { do: match[2] as 'kill' | 'throw' });
  }
  return actions;
}

export function createFailpoints(
  actions: Map<string, FailpointAction>,
  sleep: (ms: number) => Promise<void>,
): Failpoints {
  if (actions.size === 0) return noFailpoints;
  return {
    reach(name) {
      const action = actions.get(name);
      if (!action) return undefined;
      if (action.do === 'delay') return sleep(action.ms);
      if (action.do === 'throw') throw new Error(`failpoint ${name}`);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    },
  };
}
