// The program of a gateway with more card providers than the simulated one: acquirers with the
// plain protocol at the URLs in its environment, before and after it in the order of providers.
import { banner } from '@bramka/cli/start/banner.ts';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig, type Config } from '@bramka/gateway/config.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { stopOnSignals } from '@bramka/gateway/run.ts';

/** The names of the providers, and the variables with their URLs. */
const added = { before: 'TEST_ACQUIRER_BEFORE', after: 'TEST_ACQUIRER_AFTER' } as const;

const config = readConfig(process.env);
const { options } = sandboxLaunch();
const closing: (() => Promise<void>)[] = [];

function acquirers(name: keyof typeof added, { providerTimeoutMs, providerMaxInFlightMs }: Config) {
  const url = process.env[added[name]];
  if (url === undefined) return [];
  const { send, close } = httpTransport({ url, key: null, timeoutMs: providerTimeoutMs });
  closing.push(close);
  return [plainAcquirer(name, send, providerMaxInFlightMs)];
}

const launched = await launch({
  config,
  ...options,
  async connectProviders(context) {
    const sandbox = await options.connectProviders(context);
    return {
      ...sandbox,
      providers: [
        ...acquirers('before', config),
        ...sandbox.providers,
        ...acquirers('after', config),
      ],
      async close() {
        await sandbox.close();
        await Promise.all(closing.map((close) => close()));
      },
    };
  },
});
stopOnSignals(launched);
process.stdout.write(banner(launched, config));
