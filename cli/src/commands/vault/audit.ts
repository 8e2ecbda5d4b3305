// `bramka audit …`: verifies the audit log, and lists who decrypted a card and why, or what the
// operator did with the money of a merchant.

import type { Command } from 'commander';
import { violationMeanings, type ViolationKind } from '@bramka/gateway/vault/audit/verify-chain.ts';
import type {
  AuditPartChain,
  AuditPart,
  AuditListUse,
  AuditPartViolation,
} from '@bramka/client/src/operator.ts';
import { operatorClient, type OperatorClient } from '../../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import { cell, json, table } from '../../print.ts';
import type { CommandContext } from '../../context.ts';

interface VerifyOptions extends OperatorOptions {
  readonly expect: readonly string[];
}

interface ListOptions extends OperatorOptions {
  readonly token?: boolean;
  readonly merchant?: boolean;
}

const verifyHelp = `
Each start of a gateway writes a chain of its own. The digests identify the chains
up to their last rows: keep them outside the database, and give them with --expect
at the next verification. Without an earlier digest nobody can notice that the whole
database was replaced by an older copy.

Exit code 1: the log is not as the gateway wrote it.

Examples:
  bramka audit verify
  bramka audit verify --expect 3.1204.9c1e…`;

/** Progress is printed once for so many rows. */
const PROGRESS_ROWS = 20_000;
const SHOWN_CHAINS = 20;

export function addAuditCommands(program: Command, context: CommandContext): void {
  const { env, print, setFailed } = context;
  const audit = addGroup(
    program,
    'audit',
    'verify the log of card decryptions, list who used a card',
  );

  withOperator(audit.command('verify'))
    .description('check that no row of the log was changed, removed, added or moved')
    .option('--expect <digest>', 'a digest of an earlier verification; repeatable', collect, [])
    .addHelpText('after', verifyHelp)
    .action(async (options: VerifyOptions) => {
      const result = await verify(operatorClient(options, env), options, context);
      print(options.json ? json(result) : resultText(result));
      if (result.violation) setFailed();
    });

  withOperator(audit.command('list'))
    .description('list who decrypted the card of a payment, and why')
    .argument('<id>', 'the payment, or with --token the stored card, with --merchant the MID')
    .option('--token', 'the id is that of a stored card')
    .option(
      '--merchant',
      'list what the operator did with this merchant instead; - for no merchant',
    )
    .action(async (id: string, options: ListOptions) => {
      const by = options.merchant ? 'merchantId' : options.token ? 'tokenId' : 'paymentId';
      const { uses } = await operatorClient(options, env).audit.list({ [by]: id });
      if (options.json) return print(json({ uses }));
      if (options.merchant) return print(actionsText(uses));
      if (uses.length === 0) return print('No card was decrypted.\n');
      const rows = uses.map((use) => [use.at, use.actor, use.reason, `${use.chain}.${use.row}`]);
      print(table([['TIME', 'ACTOR', 'REASON', 'ROW'], ...rows]));
    });
}

function actionsText(uses: readonly AuditListUse[]): string {
  if (uses.length === 0) return 'The operator did nothing that concerns this merchant.\n';
  const rows = uses.map((use) => [
    use.at,
    use.actor,
    use.reason,
    cell(use.action?.step),
    cell(use.subjectId),
    `${use.chain}.${use.row}`,
  ]);
  return table([['TIME', 'ACTOR', 'ACTION', 'STEP', 'ID', 'ROW'], ...rows]);
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

interface VerifyResult {
  readonly rows: number;
  readonly chains: readonly AuditPartChain[];
  readonly violation?: AuditPartViolation;
}

async function verify(
  { audit }: OperatorClient,
  { expect, json: isJson }: VerifyOptions,
  { printError }: CommandContext,
): Promise<VerifyResult> {
  const chains: AuditPartChain[] = [];
  let rows = 0;
  for (let after: string | undefined = '1.0'; after !== undefined;) {
    const part: AuditPart = await audit.verify({ after });
    const isNews =
      Math.floor((rows + part.rows) / PROGRESS_ROWS) > Math.floor(rows / PROGRESS_ROWS);
    rows += part.rows;
    chains.push(...part.chains);
    if (part.violation) return { rows, chains, violation: part.violation };
    if (isNews && !isJson) printError(`${rows} rows are correct so far\n`);
    after = part.next;
  }
  for (const digest of expect) {
    const { violation } = await audit.verify({ expect: digest });
    if (violation) return { rows, chains, violation };
  }
  return { rows, chains };
}

function resultText({ rows, chains, violation }: VerifyResult): string {
  if (violation) {
    const { kind, chain, row } = violation;
    const where = row === undefined ? `chain ${chain}` : `chain ${chain}, row ${row}`;
    const meaning = violationMeanings[kind as ViolationKind];
    return (
      `The audit log is wrong at ${where}: ${meaning} (${kind})\n` +
      `${counted(rows, 'row')} before it ${rows === 1 ? 'is' : 'are'} correct.\n`
    );
  }
  if (chains.length === 0) return 'The audit log is correct: it has no rows yet.\n';
  const shown = chains.slice(-SHOWN_CHAINS);
  const hidden = chains.length - shown.length;
  const lines = shown.map((one) => [cell(one.chain), cell(one.rows), one.startedAt, one.digest]);
  return (
    `The audit log is correct: ${counted(rows, 'row')} in ${counted(chains.length, 'chain')}.\n` +
    table([['CHAIN', 'ROWS', 'STARTED', 'DIGEST'], ...lines]) +
    (hidden > 0 ? `${counted(hidden, 'earlier chain')}: --json prints all.\n` : '')
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
