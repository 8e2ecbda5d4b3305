// Entry point of the gateway as a separate process, with a real acquirer at BRAMKA_ACQUIRER_URL.
// `bramka start` runs the same gateway together with the simulated providers.

import { httpProviders } from './connect-providers.ts';
import { readConfig } from './config.ts';
import { launch } from './launch.ts';
import { run } from './run.ts';

await run(
  () => {
    const config = readConfig(process.env);
    return launch({ config, migrations: [], connectProviders: httpProviders });
  },
  ({ url }) => `bramka gateway listens on ${url}\n`,
);
