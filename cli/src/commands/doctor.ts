// `bramka doctor`: checks everything that `bramka start` needs and prints one line each: in order,
// or what to do.

import type { Command } from 'commander';
import { listVariables, readConfig, type Config } from '@bramka/gateway/config.ts';
import { BadConfig } from '@bramka/gateway/settings/read-settings.ts';
import type { CommandContext } from '../context.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Env } from '../api/options.ts';
import { json, table } from '../print.ts';

/** Variables that other programs read: the other commands, the sandbox process, the tests. */
const otherVariables = /^BRAMKA_(URL$|MID$|API_SECRET$|SANDBOX_URL$|GATEWAY_URLS$|TEST_)/;

const help = `
It reads the same environment variables as \`bramka start\`, calls the providers that
they name, and changes nothing.
The exit code is 0 when everything is in order, otherwise 1.`;

export function addDoctorCommand(
  program: Command,
  { env, print, setFailed }: CommandContext,
): void {
  program
    .command('doctor')
    .description('check what `bramka start` needs and say what to do')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', help)
    .action(async (options: { json?: boolean }) => {
      const findings = await examine(env);
      print(options.json ? json(findings) : findingsText(findings));
      if (findings.some(({ ok }) => !ok)) setFailed();
    });
}

async function examine(env: Env): Promise<Finding[]> {
  const checks = await import('../doctor/checks.ts');
  const node = checks.checkNode(process.versions.node);
  const [settings, config] = checkVariables(env);
  if (config === undefined) return [node, ...settings];
  const [port, url] = await checks.checkPort(config);
  const directory = checks.checkDataDirectory(config, url !== undefined);
  const database = await checks.checkDatabase(config);
  const bins = await checks.checkBinTable(config);
  const { checkMerchants } = await import('../doctor/merchants.ts');
  const merchants = database.ok ? await checkMerchants(config, url) : [];
  const { checkWallets } = await import('../doctor/wallets.ts');
  const wallets = database.ok ? await checkWallets(config, url) : [];
  const { checkReceivers } = await import('../doctor/receivers.ts');
  const receivers = await checkReceivers(config, url);
  const { checkClock } = await import('../doctor/clock.ts');
  const clock = await checkClock(config, url);
  const { checkTrustFiles } = await import('../doctor/trust-files.ts');
  const local = [directory, database, bins, ...(await checkTrustFiles(config)), port];
  const { checkDirectory, checkProviders } = await import('../doctor/providers.ts');
  const providers = await checkProviders(config);
  const sca =
    config.directoryUrl === null
      ? [checks.checkStrongAuthentication(config)]
      : await checkDirectory(config);
  const outside = [...providers, ...sca];
  return [
    node,
    ...settings,
    ...outside,
    ...local,
    ...clock,
    ...merchants,
    ...wallets,
    ...receivers,
  ];
}

function checkVariables(env: Env): [Finding[], Config?] {
  const subject = 'variables';
  const problem = (what: string): Finding => ({ subject, ok: false, what });
  const known = new Set(listVariables().map(([name]) => name));
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('BRAMKA_') && !known.has(name) && !otherVariables.test(name),
  );
  try {
    const config = readConfig(env);
    if (unknown.length > 0) {
      const what = `${unknown.join(', ')}: no such variable; see \`bramka start --help\``;
      return [[problem(what)], config];
    }
    return [[{ subject, ok: true, what: `valid, ${config.environment} environment` }], config];
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    const last = error.sentences.length - 1;
    const note = '; the other checks need this first';
    return [error.sentences.map((text, at) => problem(at === last ? `${text}${note}` : text))];
  }
}

function findingsText(findings: readonly Finding[]): string {
  const rows = findings.map(({ subject, ok, what }) => [ok ? 'ok' : 'problem', subject, what]);
  const bad = findings.filter(({ ok }) => !ok).length;
  const end = bad === 0 ? 'Everything is in order.' : `${bad} problem${bad === 1 ? '' : 's'}.`;
  return `${table(rows)}${end}\n`;
}
