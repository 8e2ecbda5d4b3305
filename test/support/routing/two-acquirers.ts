// A sandbox gateway in this process with two more acquirers, north and south, before the simulated
// one. A test says what each of them answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch } from '@bramka/gateway/launch.ts';
import { approvalOf, type Declined, type Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { createClient, type Client } from '../client.ts';
import { withoutRateLimits } from '../life/payments.ts';

/** The issuer was not reached, so that the next provider may try. */
export const unreachable: Declined = {
  kind: 'declined',
  rejectCode: 'ISSUER_UNAVAILABLE',
  reference: null,
  providerCode: '91',
  mayTryElsewhere: true,
};

export interface TwoAcquirers {
  readonly client: Client;
  readonly url: string;
  /** The acquirers that were asked to authorize, in order. */
  readonly asked: string[];
  /** What an acquirer answers from now on; by default it approves. */
  answer(acquirer: 'north' | 'south', outcome: Outcome): void;
  close(): Promise<void>;
}

export async function launchTwoAcquirers(): Promise<TwoAcquirers> {
  const directory = mkdtempSync(join(tmpdir(), 'bramka-two-acquirers-'));
  const asked: string[] = [];
  const answers = new Map<string, Outcome>();
  const acquirer = (name: string): Provider => ({
    name,
    means: ['PAN'],
    maxInFlightMs: 1000,
    authorize() {
      asked.push(name);
      return Promise.resolve(answers.get(name) ?? approvalOf(`${name}-1`));
    },
    followUps: {},
    inquire: () => Promise.resolve({ kind: 'not-found' }),
  });
  const { options } = sandboxLaunch();
  const own = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_LOG_LEVEL: 'silent' };
  const env = { ...withoutRateLimits, ...own };
  const gateway = await launch({
    config: readConfig(env),
    ...options,
    async connectProviders(context) {
      const connected = await options.connectProviders(context);
      const providers = [acquirer('north'), acquirer('south'), ...connected.providers];
      return { ...connected, providers };
    },
  });
  return {
    client: createClient(gateway.url, open(gateway.adminKey)),
    url: gateway.url,
    asked,
    answer: (name, outcome) => void answers.set(name, outcome),
    async close() {
      await gateway.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
