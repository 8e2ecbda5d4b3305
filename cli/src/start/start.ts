// Starts the gateway inside this process and prints where everything is. A sandbox has simulated
// providers and the control API; production has neither.

import { readConfig } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { AddPages } from '@bramka/gateway/http/pages/page-host.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { httpProviders } from '@bramka/gateway/connect-providers.ts';
import { startOrExplain, stopOnSignals } from '@bramka/gateway/run.ts';
import { buildPage } from '@bramka/paywall/build.ts';
import type { ClockReading } from '../clock-text.ts';
import type { CommandContext } from '../context.ts';
import { banner } from './banner.ts';
import { paymentPage } from './payment-page.ts';
import { sandboxLaunch } from './sandbox-launch.ts';

export async function start(context: CommandContext): Promise<void> {
  const { env, print, printError, serve = stopOnSignals, setFailed, addToSandbox } = context;
  let readClock: (() => ClockReading) | undefined;
  const launched = await startOrExplain(() => {
    const config = readConfig(env);
    if (config.environment === 'production') {
      const addPages = paymentPage(() => systemClock.now());
      return launch({ config, migrations: [], connectProviders: httpProviders, addPages });
    }
    const sandbox = sandboxLaunch();
    readClock = sandbox.readClock;
    const addPages: AddPages = (app, host) => {
      addToSandbox?.(app, host);
      sandbox.options.addPages?.(app, host);
    };
    return launch({ config, ...sandbox.options, addPages });
  }, printError);
  if (!launched) return setFailed();
  // Signals are handled before the banner says that the gateway is running.
  serve(launched);
  print(banner(launched, readConfig(env), readClock?.()));
  // So that the first customer does not wait for it; afterwards it is only read.
  await buildPage().catch((error: unknown) =>
    launched.logger.error({ err: error }, 'payment page'),
  );
}
