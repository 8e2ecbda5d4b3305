// Describes the machine and the versions of a measurement.

import { cpus, release, totalmem, type } from 'node:os';
import type { Database } from '@bramka/gateway/storage/database.ts';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  readonly settings: Readonly<Record<string, string>>;
}

export async function describeMachine(
  database: Database,
  settingNames: readonly string[],
): Promise<Machine> {
  const rows = await database.run<{ name: string; value: string }>(
    {
      name: 'bench.settings',
      text: 'select name, current_setting(name) as value from unnest($1::text[]) as name',
    },
    [['server_version', ...settingNames]],
  );
  const { server_version: postgres = '', ...settings } = Object.fromEntries(
    rows.map(({ name, value }) => [name, value]),
  );
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    postgres,
    settings,
  };
}
