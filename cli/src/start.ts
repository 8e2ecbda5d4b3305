// `bramka start`: the gateway with its simulated world in one process, on the embedded database
// unless DATABASE_URL says otherwise. In production there is no simulated world.

import { plainAcquirer } from '@bramka/gateway/acquirers/plain/plain.acquirer.ts';
import { localTransport } from '@bramka/gateway/acquirers/plain/transport.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch, type Launched, type Surroundings, type World } from '@bramka/gateway/launch.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { run } from '@bramka/gateway/run.ts';
import { plainSurroundings } from '@bramka/gateway/surroundings.ts';
import { acquirerRoutes } from '@bramka/sandbox/acquirer/server.ts';
import { composeSandbox, sandboxMigrations } from '@bramka/sandbox/compose.ts';

export async function start(env: NodeJS.ProcessEnv): Promise<void> {
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
    (launched) => banner(launched, readConfig(env).environment),
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
  const transport = localTransport(sandbox.acquirer.handle, clock, config.providerTimeoutMs);
  return {
    acquirers: [plainAcquirer('sandbox', transport, config.providerMaxInFlightMs)],
    mount(app) {
      void app.register(acquirerRoutes(sandbox.acquirer), { prefix: '/sandbox/acquirer' });
      app.get('/sandbox/triggers', () => sandbox.triggers);
    },
    close: () => sandbox.idle(),
  };
}

function banner({ url, adminKey, adminKeyMade }: Launched, environment: string): string {
  const lines = [
    '',
    `  Bramka, ${environment} environment`,
    '',
    `  API      ${url}/v1/ecommerce`,
    `  Docs     ${url}/docs`,
    `  Health   ${url}/health/ready`,
    '',
  ];
  if (environment === 'sandbox') {
    for (const demo of demoMerchants) {
      lines.push(`  Merchant MID ${demo.merchantId}   API secret ${demo.apiSecret}`);
      lines.push(`           notification secret ${demo.notificationSecret}`);
    }
    if (adminKeyMade) lines.push(`  Operator key ${open(adminKey)}`);
    const { merchantId, apiSecret } = demoMerchants[0] ?? { merchantId: '', apiSecret: '' };
    lines.push(
      '',
      '  A token:',
      `    curl -s ${url}/v1/ecommerce/auth -H 'Content-Type: application/json' \\`,
      `      -d '{"merchant":{"merchantId":"${merchantId}"},"secret":"${apiSecret}"}'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
