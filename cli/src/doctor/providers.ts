// What `bramka doctor` says about providers: each one that is configured gets a call that changes
// nothing there, such as a question about something that it cannot know. Wallets are not called:
// Apple Pay needs the certificate of a merchant, and Click to Pay is only told results.

import { directoryServerOf, type DirectoryServer } from '@bramka/gateway/cards/directory-server.ts';
import type { Config } from '@bramka/gateway/config.ts';
import { connectContext, httpDirectoryServers } from '@bramka/gateway/connect-providers.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { CallTimeout, type JsonAnswer } from '@bramka/gateway/http/outgoing.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import {
  firstVariable,
  type Configured,
  type ConnectContext,
} from '@bramka/gateway/settings/connection.ts';
import type { UnknownAnswer } from '@bramka/gateway/token-services/token-service-port.ts';
import type { PReq } from '@bramka/gateway/threeds/ranges/range-message.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import { problemsOfNames } from '@bramka/sandbox/party/list.ts';
import type { Finding } from './finding.ts';

type Why = UnknownAnswer['why'];

const ids = createIds(systemClock, systemRandom);

/** What adapters need to be called by the doctor; nothing is logged. */
export function doctorContext(config: Config): ConnectContext {
  const logger = { warn: () => undefined, error: () => undefined };
  const base = { ids, clock: systemClock, random: systemRandom, publicUrl: () => '' };
  return connectContext({ config, logger, ...base });
}

/** One line for each provider that is configured, and one for a simulated acquirer. */
export async function checkProviders(config: Config): Promise<Finding[]> {
  const found = await Promise.all([
    ...config.providers.map((one) => check(config, one, ask)),
    ...config.tokenServices.map((one) => check(config, one, (service) => service.read(ids.next()))),
  ]);
  return config.isSimulated ? [...simulated(config), ...found] : found;
}

function simulated({ sandboxProviders: names }: Config): Finding[] {
  const subject = 'acquirer';
  const problems = problemsOfNames(parties, names);
  if (problems.length > 0) return problems.map((what) => ({ subject, ok: false, what }));
  const what = 'simulated (BRAMKA_ACQUIRER_URL is not set)';
  return [
    { subject, ok: true, what: names.length > 0 ? `${what}, ${names.join(', ')} first` : what },
  ];
}

/** Its own harmless call, or a question about an attempt that does not exist. */
function ask(provider: Provider) {
  const amount = { amountMinor: 100n, currency: 'PLN' };
  const named = { merchantId: '10000001', paymentId: ids.next(), attemptId: ids.next() };
  const attempt = { ...named, reference: null };
  return (
    provider.check?.() ??
    provider.inquire({ ...amount, ...attempt, verb: 'authorize', kind: 'sale' })
  );
}

async function check<Adapter>(
  config: Config,
  configured: Configured<Adapter>,
  ask: (adapter: Adapter) => Promise<{ readonly kind: string; readonly why?: Why }>,
): Promise<Finding> {
  const { title: subject, settings, connect } = configured;
  const { adapter, close } = await connect(doctorContext(config));
  try {
    const { kind, why } = await ask(adapter);
    if (kind !== 'unknown')
      return { subject, ok: true, what: `answers at ${firstVariable(configured)}` };
    const variables = Object.values(settings).map(({ name }) => name);
    return { subject, ok: false, what: problemText(config, variables, why) };
  } finally {
    await close();
  }
}

function problemText(config: Config, variables: readonly string[], why: Why = 'garbage'): string {
  const [url] = variables;
  const toCheck = variables.filter((name) => /_(URL|KEY)$/.test(name)).join(' and ');
  const unreachable = `cannot be reached; start it, or correct ${url}`;
  const texts: Readonly<Record<Why, string>> = {
    connection: unreachable,
    timeout: `did not answer within ${config.providerTimeoutMs / 1000} s; see whether it runs`,
    'provider-error': `answers with an error; check ${toCheck}`,
    garbage: `answers, but not in its protocol; check ${url}`,
    'not-sent': unreachable,
  };
  return texts[why];
}

/**
 * The directory servers get an empty message, which they refuse. A request for card ranges is not
 * harmless: a server accepts one an hour, and the gateway needs it.
 */
export async function checkDirectory(config: Config): Promise<Finding[]> {
  const { directoryUrl, directoryOrganizations } = config;
  const directory = httpDirectoryServers(config);
  if (!directory || directoryUrl === null) return [];
  const all = [...new Set(directoryOrganizations.map(directoryServerOf))];
  const servers = directoryUrl.includes('{organization}') ? all : all.slice(0, 1);
  const ask = async (server: DirectoryServer): Promise<Why | undefined> => {
    try {
      return problemOf(await directory.send(server, {} as PReq));
    } catch (error) {
      return error instanceof CallTimeout ? 'timeout' : 'connection';
    }
  };
  const variables = ['BRAMKA_DS_URL', 'BRAMKA_DS_KEY'];
  try {
    const subject = '3-D Secure';
    const asked = await Promise.all(servers.map(async (one) => [one, await ask(one)] as const));
    const bad = [...Map.groupBy(asked, ([, why]) => why)].flatMap(([why, group]): Finding[] => {
      const named = group.map(([server]) => server).join(', ');
      const text = `directory server ${named} ${problemText(config, variables, why)}`;
      return why === undefined ? [] : [{ subject, ok: false, what: text }];
    });
    if (bad.length > 0) return bad;
    return [{ subject, ok: true, what: `on, answers at BRAMKA_DS_URL: ${servers.join(', ')}` }];
  } finally {
    await directory.close();
  }
}

/** An answer to a bad message is an error message, with any status that says so. */
function problemOf({ status, body }: JsonAnswer): Why | undefined {
  if (status >= 500 || [401, 403, 404].includes(status)) return 'provider-error';
  return body === undefined ? 'garbage' : undefined;
}
