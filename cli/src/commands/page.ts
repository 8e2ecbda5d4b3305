// `bramka page`: the inventory of the payment page, and the comparison of a running page with it.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import type { Answer, Finding } from '../page/verify-page.ts';
import { json, table } from '../print.ts';

const TIMEOUT_MS = 10_000;
const DEFAULT_URL = 'http://127.0.0.1:8080';

const help = `
Run it regularly from a machine that does not run the gateway, with the same
version of Bramka, for example by cron. It reads the page, its headers, scripts
and styles as a browser does, and compares them with those that this version
builds from its own sources. The exit code is 0 when all are equal, otherwise 1.
With the address of the gateway instead of a payment link it reads a page that
belongs to no payment.`;

interface VerifyOptions {
  readonly sandbox?: boolean;
  readonly json?: boolean;
}

export function addPageCommands(program: Command, context: CommandContext): void {
  const page = program.command('page').description('check the payment page of a running gateway');
  page
    .command('verify [url]')
    .description('compare the page, its headers and scripts with this version')
    .option('--sandbox', 'it is a sandbox, whose banks have no TLS')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', help)
    .action((url: string | undefined, options: VerifyOptions) =>
      verify(context, url ?? context.env['BRAMKA_URL'] ?? DEFAULT_URL, options),
    );
  page
    .command('inventory')
    .description('print every script and style of the page with hash, size and purpose')
    .action(async () => context.print(json(await ownInventory())));
}

async function ownInventory() {
  const { buildPage } = await import('@bramka/paywall/build.ts');
  const { inventoryOf } = await import('@bramka/paywall/server/inventory.ts');
  return inventoryOf(await buildPage(), '/pay');
}

async function verify(context: CommandContext, url: string, options: VerifyOptions): Promise<void> {
  const { addressOf, verifyPage } = await import('../page/verify-page.ts');
  const address = addressOf(url);
  if (!address) throw new Failure('url must be a payment link or the address of a gateway');
  const own = await ownInventory();
  const findings = await verifyPage(address, own, options.sandbox ?? false, read);
  context.print(options.json ? json(findings) : findingsText(findings));
  if (findings.some(({ ok }) => !ok)) context.setFailed();
}

async function read(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { headers, redirect: 'manual', signal });
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, body };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${url} cannot be read: ${reason}`);
  }
}

function findingsText(findings: readonly Finding[]): string {
  const bad = findings.filter(({ ok }) => !ok).length;
  const rows = findings.map(({ ok, subject, text }) => [ok ? 'ok' : 'DIFFERS', subject, text]);
  const many = bad === 1 ? '1 difference.' : `${bad} differences.`;
  const end = bad === 0 ? 'The page is that of this version.' : many;
  return `${table(rows)}${end}\n`;
}
