// Starts the gateway inside this process, in the sandbox with its simulated world and the control
// API, in production with neither, and says where everything is.

import { readConfig } from '@bramka/gateway/config.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { run } from '@bramka/gateway/run.ts';
import { httpProviders } from '@bramka/gateway/providers.ts';
import type { Env } from '../operator-client.ts';
import { banner } from './banner.ts';
import { sandboxLaunchOptions } from './sandbox-world.ts';

export async function start(env: Env): Promise<void> {
  await run(
    () => {
      const config = readConfig(env);
      const isProduction = config.environment === 'production';
      const world = isProduction
        ? { migrations: [], connectProviders: httpProviders }
        : sandboxLaunchOptions();
      return launch({ config, ...world });
    },
    (launched) => banner(launched, readConfig(env)),
  );
}
