// `bramka doctor`: looks at everything `bramka start` needs and says, one line each, whether it
// is in order and what to do when it is not.

import type { Command } from 'commander';
import { readConfig, variables, type Config } from '@bramka/gateway/config.ts';
import { BadConfig } from '@bramka/gateway/config-values.ts';
import type { Finding } from '../doctor/checks.ts';
import type { Env } from '../operator-client.ts';
import { json, table } from '../print.ts';
import type { Surface } from '../surface.ts';

/** Variables that others read: the command line, a sandbox of its own, the tests. */
const otherVariables = /^BRAMKA_(URL$|SANDBOX_URL$|GATEWAY_URLS$|TEST_)/;

export function addDoctorCommand(program: Command, { env, say, fail }: Surface): void {
  program
    .command('doctor')
    .description('check what `bramka start` needs and say what to do')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: boolean }) => {
      const findings = await examine(env);
      say(options.json ? json(findings) : findingsText(findings));
      if (findings.some(({ ok }) => !ok)) fail();
    });
}

async function examine(env: Env): Promise<Finding[]> {
  const checks = await import('../doctor/checks.ts');
  const node = checks.checkNode(process.versions.node);
  const [settings, config] = readSettings(env);
  if (config === undefined) return [node, ...settings];
  const [port, url] = await checks.checkPort(config);
  const directory = checks.checkDataDirectory(config, url !== undefined);
  const database = await checks.checkDatabase(config);
  const bins = await checks.checkBinTable(config);
  const { checkMerchants } = await import('../doctor/merchants.ts');
  const merchants = database.ok ? await checkMerchants(config, url) : [];
  const sca = checks.checkStrongAuthentication(config);
  return [node, ...settings, sca, directory, database, bins, port, ...merchants];
}

function readSettings(env: Env): [Finding[], Config?] {
  const subject = 'variables';
  const bad = (what: string): Finding => ({ subject, ok: false, what });
  const known = new Set(variables.map(([name]) => name));
  const strange = Object.keys(env).filter(
    (name) => name.startsWith('BRAMKA_') && !known.has(name) && !otherVariables.test(name),
  );
  try {
    const config = readConfig(env);
    if (strange.length > 0) {
      const what = `${strange.join(', ')}: no such variable; see \`bramka start --help\``;
      return [[bad(what)], config];
    }
    return [[{ subject, ok: true, what: `valid, ${config.environment} environment` }], config];
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    const [last = '', ...others] = error.sentences.toReversed();
    const rest = bad(`${last}; the rest is checked once that is right`);
    return [[...others.toReversed().map(bad), rest]];
  }
}

function findingsText(findings: readonly Finding[]): string {
  const rows = findings.map(({ subject, ok, what }) => [ok ? 'ok' : 'problem', subject, what]);
  const bad = findings.filter(({ ok }) => !ok).length;
  const end = bad === 0 ? 'All is in order.' : `${bad} ${bad === 1 ? 'problem' : 'problems'}.`;
  return `${table(rows)}${end}\n`;
}
