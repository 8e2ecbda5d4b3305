// Opens the database that `bramka start` would use, and plans, shows or applies its migrations.

import { readConfig, type Config } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import {
  CannotStart,
  asCannotStart,
  gatewayMigrations,
  migrateOrExplain,
  openStorage,
} from '@bramka/gateway/launch.ts';
import { createOutage } from '@bramka/gateway/storage/availability/outage.ts';
import { blockerText, type Blocker } from '@bramka/gateway/storage/migration/locks.ts';
import { planMigrations } from '@bramka/gateway/storage/migration/plan.ts';
import { readStatus } from '@bramka/gateway/storage/migration/status.ts';
import type { Storage } from '@bramka/gateway/storage/open.ts';
import { sandboxMigrations } from '@bramka/sandbox/compose.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { json } from '../print.ts';
import type { MigrateOptions } from './migrate-options.ts';
import { appliedText, planText, statusText } from './migrate-text.ts';

export async function runMigrate(context: CommandContext, options: MigrateOptions): Promise<void> {
  try {
    const config = readConfig(context.env);
    const storage = await openStorage({ config }, createOutage(systemClock));
    try {
      await showOrMigrate(context, options, config, storage);
    } finally {
      await storage.close();
    }
  } catch (error) {
    const reason = asCannotStart(error);
    if (!(reason instanceof CannotStart)) throw error;
    throw new Failure(reason.message.replaceAll('\n', '; '), { cause: error });
  }
}

async function showOrMigrate(
  { print, printError }: CommandContext,
  options: MigrateOptions,
  config: Config,
  storage: Storage,
): Promise<void> {
  const isSandbox = config.environment === 'sandbox';
  const migrations = [...gatewayMigrations, ...(isSandbox ? sandboxMigrations : [])];
  const clock = systemClock;
  if (options.plan) {
    const plan = await storage.runLongWork((database) =>
      planMigrations({ database, clock }, migrations),
    );
    return print(options.json ? json(plan) : planText(plan));
  }
  if (options.status) {
    const status = await readStatus(storage.database, migrations);
    return print(options.json ? json(status) : statusText(status));
  }
  const { environment } = config;
  const log = { info: tellFacts(printError), warn: tellFacts(printError) };
  const applied = await migrateOrExplain({ storage, migrations, environment, clock, log });
  print(options.json ? json({ applied }) : appliedText(applied));
}

interface Facts {
  readonly blockers?: readonly Blocker[];
  readonly migration?: string;
}

/** One line for each message of the migrations. */
function tellFacts(printError: CommandContext['printError']) {
  return (facts: object, message: string): void => {
    const { blockers = [], migration, ...others } = facts as Facts;
    const said = Object.entries(others).map(([name, value]) => `${name} ${String(value)}`);
    const details = [migration ?? [], said, blockers.map(blockerText)].flat().join(', ');
    printError(`${message}: ${details}\n`);
  };
}
