// The simulated providers as a process of their own, with a PostgreSQL of their own, so that what
// they cost is not counted; and how a gateway is connected to each of them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@bramka/test/setup/postgres.ts';
import { freePort, program } from '../gateway-process.ts';
import { postgresSettings, type Closing } from '../stage.ts';

type Settings = Readonly<Record<string, string>>;

/** The settings of a gateway for each connector; the keys of a sandbox are known to all. */
const settingsOf = {
  plain: (url) => ({ BRAMKA_ACQUIRER_URL: `${url}/acquirer` }),
  adyen: (url) => ({
    BRAMKA_ADYEN_URL: `${url}/adyen`,
    BRAMKA_ADYEN_MERCHANT_ACCOUNT: 'BramkaSandbox',
    BRAMKA_ADYEN_API_KEY: 'sandbox-adyen-key',
    BRAMKA_ADYEN_HMAC_KEY: '00112233445566778899aabbccddeeff'.repeat(2),
  }),
  stripe: (url) => ({
    BRAMKA_STRIPE_KEY: 'sandbox-stripe-key',
    BRAMKA_STRIPE_WEBHOOK_SECRET: 'sandbox-stripe-key',
    BRAMKA_STRIPE_URL: `${url}/stripe`,
  }),
  iso8583: () => ({
    BRAMKA_ISO8583_HOSTS: '127.0.0.1:8583',
    BRAMKA_ISO8583_CARD_ACCEPTOR_ID: 'SANDBOX00000001',
    BRAMKA_ISO8583_TERMINAL_ID: 'SANDBOX1',
    BRAMKA_ISO8583_MCC: '5399',
    BRAMKA_ISO8583_ACQUIRER_ID: '400000',
  }),
} satisfies Readonly<Record<string, (sandboxUrl: string) => Settings>>;

export type Connector = keyof typeof settingsOf;

/** All but the plain protocol, which they are compared with. */
export const connectors = Object.keys(settingsOf).filter((name) => name !== 'plain') as Connector[];

export function connectTo(connector: Connector, sandboxUrl: string): Settings {
  return settingsOf[connector](sandboxUrl);
}

const startLimitMs = 30_000;

/** Returns its URL. */
export async function startSandbox(closing: Closing): Promise<string> {
  const postgres = await startPostgres({ settings: postgresSettings });
  closing.steps.push(() => postgres.stop());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['sandbox'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      BRAMKA_SANDBOX_PROVIDERS: connectors.join(','),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  closing.steps.push(async () => {
    child.kill('SIGTERM');
    await exited;
    process.removeListener('exit', kill);
  });
  const deadlineMs = Date.now() + startLimitMs;
  while (child.exitCode === null && Date.now() < deadlineMs) {
    if (await fetch(url).catch(() => undefined)) return url;
    await sleep(50);
  }
  throw new Error('the sandbox did not start');
}
