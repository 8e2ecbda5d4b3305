// Starts the gateway inside this process, with the simulated acquirer beside it unless a real one
// is named, and says where everything is.

import { plainAcquirer } from '@bramka/gateway/acquirers/plain/plain.acquirer.ts';
import { localTransport } from '@bramka/gateway/acquirers/plain/transport.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { launch, type Surroundings, type World } from '@bramka/gateway/launch.ts';
import { run } from '@bramka/gateway/run.ts';
import { plainSurroundings } from '@bramka/gateway/surroundings.ts';
import { acquirerRoutes } from '@bramka/sandbox/acquirer/server.ts';
import { composeSandbox, sandboxMigrations } from '@bramka/sandbox/compose.ts';
import type { Env } from '../operator-client.ts';
import { banner } from './banner.ts';

export async function start(env: Env): Promise<void> {
  await run(
    () => {
      const config = readConfig(env);
      const simulated = config.acquirerUrl === null;
      return launch({
        config,
        migrations: simulated ? sandboxMigrations : [],
        surround: simulated ? simulatedSurroundings : plainSurroundings,
      });
    },
    (launched) => banner(launched, readConfig(env)),
  );
}

/**
 * The simulated world inside this process; its state has a schema of its own in the same
 * database.
 */
function simulatedSurroundings(world: World): Surroundings {
  const { config, storage, clock, ids, random } = world;
  const sandbox = composeSandbox({
    database: storage.database,
    journalDatabase: storage.journalDatabase,
    clock,
    ids,
    random,
  });
  const transport = localTransport(
    (verb, request) => sandbox.acquirer.handle(verb, request),
    clock,
    config.providerTimeoutMs,
  );
  return {
    acquirers: [plainAcquirer('sandbox', transport, config.providerMaxInFlightMs)],
    mount({ app }) {
      void app.register(acquirerRoutes(sandbox.acquirer), { prefix: '/sandbox/acquirer' });
      app.get('/sandbox/triggers', () => sandbox.triggers);
    },
    close: () => sandbox.idle(),
  };
}
