// Starts the gateway inside this process, in the sandbox with its simulated world and the control
// API, in production with neither, and says where everything is.

import { readConfig } from '@bramka/gateway/config.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { httpProviders } from '@bramka/gateway/providers.ts';
import { startOrExplain, stopOnSignals } from '@bramka/gateway/run.ts';
import type { Surface } from '../surface.ts';
import { banner } from './banner.ts';
import { sandboxLaunchOptions } from './sandbox-world.ts';

export async function start(surface: Surface): Promise<void> {
  const { env, say, complain, serve = stopOnSignals, fail } = surface;
  const launched = await startOrExplain(() => {
    const config = readConfig(env);
    const isProduction = config.environment === 'production';
    const world = isProduction
      ? { migrations: [], connectProviders: httpProviders }
      : sandboxLaunchOptions();
    return launch({ config, ...world });
  }, complain);
  if (!launched) return fail();
  // Signals are handled before anybody learns that it runs.
  serve(launched);
  say(banner(launched, readConfig(env)));
}
