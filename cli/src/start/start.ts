// Starts the gateway inside this process and prints where everything is. A sandbox has simulated
// providers and the control API; production has neither.

import { readConfig } from '@bramka/gateway/config.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { httpProviders } from '@bramka/gateway/connect-providers.ts';
import { startOrExplain, stopOnSignals } from '@bramka/gateway/run.ts';
import type { ClockReading } from '../clock-text.ts';
import type { CommandContext } from '../context.ts';
import { banner } from './banner.ts';
import { sandboxLaunch } from './sandbox-launch.ts';

export async function start(context: CommandContext): Promise<void> {
  const { env, print, printError, serve = stopOnSignals, setFailed } = context;
  let readClock: (() => ClockReading) | undefined;
  const launched = await startOrExplain(() => {
    const config = readConfig(env);
    if (config.environment === 'production') {
      return launch({ config, migrations: [], connectProviders: httpProviders });
    }
    const sandbox = sandboxLaunch();
    readClock = sandbox.readClock;
    return launch({ config, ...sandbox.options });
  }, printError);
  if (!launched) return setFailed();
  // Signals are handled before the banner says that the gateway is running.
  serve(launched);
  print(banner(launched, readConfig(env), readClock?.()));
}
