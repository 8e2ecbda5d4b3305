// What `bramka doctor` says about providers: each one that is configured is asked about something
// that it cannot know, which changes nothing there. Wallets are not called: Apple Pay needs the
// certificate of a merchant, and Click to Pay is only told results.

import { directoryServerOf, type DirectoryServer } from '@bramka/gateway/cards/directory-server.ts';
import type { Config } from '@bramka/gateway/config.ts';
import {
  httpDirectoryServers,
  httpPaymentProviders,
  httpTokenServices,
} from '@bramka/gateway/connect-providers.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { CallTimeout, type JsonAnswer } from '@bramka/gateway/http/outgoing.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { UnknownAnswer } from '@bramka/gateway/token-services/token-service-port.ts';
import type { PReq } from '@bramka/gateway/threeds/ranges/range-message.ts';
import type { Finding } from './checks.ts';

type Why = UnknownAnswer['why'];

/** By the name of the provider: the subject, and how the names of its variables begin. */
const names: Readonly<Record<string, readonly [subject: string, variables: string]>> = {
  plain: ['acquirer', 'BRAMKA_ACQUIRER'],
  blik: ['BLIK', 'BRAMKA_BLIK'],
  BM: ['Autopay', 'BRAMKA_AUTOPAY'],
  PA: ['PA', 'BRAMKA_PA'],
  VTS: ['VTS', 'BRAMKA_VTS'],
  SCOF: ['SCOF', 'BRAMKA_SCOF'],
};

/** One line for each provider that is configured, and one for a simulated acquirer. */
export async function checkProviders(config: Config): Promise<Finding[]> {
  const ids = createIds(systemClock, systemRandom);
  const context = { config, ids, random: systemRandom, publicUrl: () => '' };
  const { providers, close } = httpPaymentProviders(context);
  const tokens = httpTokenServices(context);
  try {
    const found = await Promise.all([
      ...providers.map((one) => verdict(config, one.name, inquire(one, ids.next()))),
      ...tokens.services.map((one) => verdict(config, one.scheme, one.read(ids.next()))),
    ]);
    const simulated = 'simulated (BRAMKA_ACQUIRER_URL is not set)';
    const isSimulated = config.acquirerUrl === null;
    return isSimulated ? [{ subject: 'acquirer', ok: true, what: simulated }, ...found] : found;
  } finally {
    await Promise.all([close(), tokens.close()]);
  }
}

function inquire(provider: Provider, attemptId: string) {
  const amount = { amountMinor: 100n, currency: 'PLN' };
  return provider.inquire({
    ...amount,
    merchantId: '10000001',
    attemptId,
    verb: 'authorize',
    reference: null,
  });
}

async function verdict(
  config: Config,
  name: string,
  asked: Promise<{ readonly kind: string; readonly why?: Why }>,
): Promise<Finding> {
  const [subject, variables] = names[name] ?? [name, `BRAMKA_${name}`];
  const { kind, why } = await asked;
  if (kind !== 'unknown') return { subject, ok: true, what: `answers at ${variables}_URL` };
  return { subject, ok: false, what: problemText(config, variables, why) };
}

function problemText(config: Config, variables: string, why: Why = 'garbage'): string {
  const url = `${variables}_URL`;
  const texts: Readonly<Record<Why, string>> = {
    connection: `cannot be reached; start it, or correct ${url}`,
    timeout: `did not answer within ${config.providerTimeoutMs / 1000} s; see whether it runs`,
    'provider-error': `answers with an error; check ${url} and ${variables}_KEY`,
    garbage: `answers, but not in its protocol; check ${url}`,
    'not-sent': 'was not called',
  };
  return texts[why];
}

/**
 * The directory servers get an empty message, which they refuse. A request for card ranges is not
 * harmless: a server accepts one an hour, and the gateway needs it.
 */
export async function checkDirectory(config: Config): Promise<Finding[]> {
  const { directoryUrl, directoryOrganizations } = config;
  const directory = httpDirectoryServers({ config });
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
  try {
    const subject = '3-D Secure';
    const asked = await Promise.all(servers.map(async (one) => [one, await ask(one)] as const));
    const bad = [...Map.groupBy(asked, ([, why]) => why)].flatMap(([why, group]): Finding[] => {
      const named = group.map(([server]) => server).join(', ');
      const text = `directory server ${named} ${problemText(config, 'BRAMKA_DS', why)}`;
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
