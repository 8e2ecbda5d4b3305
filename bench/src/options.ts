// The flags of `npm run bench`.

import { parseArgs } from 'node:util';

export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly jsonFile: string | undefined;
  readonly profileFile: string | undefined;
}

export class BadFlag extends Error {}

export const usage = `npm run bench -- [flags]
  --seconds N       length of each measured window (4)
  --rounds N        rounds of gateway and pgbench in turn; medians are printed (3)
  --connections N   HTTP connections, and the most clients pgbench gets (128)
  --json FILE       writes all numbers of all rounds to FILE
  --profile FILE    writes the gateway's CPU profile to FILE and prints where its time went
  --help            prints this`;

/** As many connections as PostgreSQL accepts besides the gateway's own. */
export const maxClients = 180;
const most = { seconds: 600, rounds: 100, connections: maxClients } as const;

/** The options, or undefined if help was requested. */
export function readOptions(words: readonly string[]): Options | undefined {
  const values = parse(words);
  if (values.help) return undefined;
  return {
    seconds: whole('seconds', values.seconds),
    rounds: whole('rounds', values.rounds),
    connections: whole('connections', values.connections),
    jsonFile: values.json,
    profileFile: values.profile,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        seconds: { type: 'string', default: '4' },
        rounds: { type: 'string', default: '3' },
        connections: { type: 'string', default: '128' },
        json: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new BadFlag(error instanceof Error ? error.message : String(error));
  }
}

function whole(name: keyof typeof most, text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1 && value <= most[name])) {
    throw new BadFlag(`--${name} must be a whole number from 1 to ${most[name]}`);
  }
  return value;
}
