// `bramka reconcile <file>`: imports the settlement file of a provider and shows what does not
// agree with the ledger; `imports`, `items` and `resolve` work on the results. The exit code is 1
// while there are open items.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { CommandContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import type {
  ReconciliationItem,
  ReconciliationItemKind,
  SettlementImport,
} from '@bramka/client/src/operator.ts';
import { eachPage, operatorClient, type OperatorClient } from '../../api/operator.ts';
import { withOperator, type OperatorOptions } from '../../api/options.ts';
import { json } from '../../print.ts';
import { importsText, itemsText, summaryText } from './reconcile-text.ts';
import { checkFile, chunksOf } from './settlement-lines.ts';

interface FileOptions extends OperatorOptions {
  readonly provider?: string;
}

interface ItemOptions extends FileOptions {
  readonly import?: string;
  readonly kind?: ReconciliationItemKind;
  readonly all?: boolean;
}

interface ResolveOptions extends OperatorOptions {
  readonly note: string;
  readonly by?: string;
}

const POLL_MS = 200;

const help = `
The exit code is 1 if there are open items, or if the file cannot be imported.
The same file again continues an interrupted import, or shows its result.`;

export function addReconcileCommands(program: Command, context: CommandContext): void {
  const reconcile = withOperator(program.command('reconcile'))
    .description('compare the settlement file of a provider with the ledger')
    .argument('[file]', 'settlement file')
    .option('--provider <name>', 'the provider that the file must be of')
    .addHelpText('after', help)
    .action((file: string | undefined, options: FileOptions) => run(context, file, options));
  withOperator(reconcile.command('imports'))
    .description('list the imported files, the newest first')
    .option('--provider <name>', 'only of this provider')
    .action((options: FileOptions) => showImports(context, options));
  withOperator(reconcile.command('items'))
    .description('list what does not agree; the exit code is 1 if an item is open')
    .option('--provider <name>', 'only of this provider')
    .option('--import <id>', 'only of this import')
    .option('--kind <kind>', 'only MISSING, EXTRA, DIFFERENT or DUPLICATE')
    .option('--all', 'also the resolved ones')
    .action((options: ItemOptions) => showItems(context, options));
  withOperator(reconcile.command('resolve'))
    .description('resolve an item with a note')
    .argument('<item>', 'itemId')
    .requiredOption('--note <text>', 'what was found out')
    .option('--by <name>', 'who resolves it (USER)')
    .action((item: string, options: ResolveOptions) => resolve(context, item, options));
}

type Reconciliations = OperatorClient['reconciliations'];

async function run(
  context: CommandContext,
  path: string | undefined,
  options: FileOptions,
): Promise<void> {
  if (path === undefined || options.provider === undefined) {
    throw new Failure('name the file and its provider: bramka reconcile <file> --provider <name>');
  }
  const file = await checkFile(path);
  if (file.header.provider !== options.provider) {
    throw new Failure(`${path} is a file of ${file.header.provider}, not of ${options.provider}`);
  }
  const { reconciliations: client } = operatorClient(options, context.env);
  const report = options.json ? () => undefined : context.printError;
  const started = await client.start({ header: file.headerText, fingerprint: file.fingerprint });
  if (started.state === 'DONE') report(`imported before, at ${started.startedAt}\n`);
  else if (started.lines > 1) report(`continues after line ${started.lines}\n`);
  if (started.state === 'LOADING') await sendLines(client, started, path, file.lineCount, report);
  const done = await waitForEnd(client, await client.finish(started.importId), report);
  context.print(options.json ? json(done) : summaryText(done));
  if (done.openItems > 0) context.setFailed();
}

async function sendLines(
  client: Reconciliations,
  { importId, lines }: SettlementImport,
  path: string,
  lineCount: number,
  report: (text: string) => void,
): Promise<void> {
  let reported = 0;
  for await (const chunk of chunksOf(path, lines)) {
    const { lines: received } = await client.sendLines(importId, chunk);
    const percent = Math.floor((received * 100) / lineCount);
    if (percent < reported + 10 && received < lineCount) continue;
    reported = percent;
    report(`${received} of ${lineCount} lines sent\n`);
  }
}

async function waitForEnd(
  client: Reconciliations,
  finished: SettlementImport,
  report: (text: string) => void,
): Promise<SettlementImport> {
  let shown = 0;
  for (let now = finished; ; now = await client.get(now.importId)) {
    if (now.state !== 'COMPARING') return now;
    if (now.compared !== shown) report(`${now.compared} lines and movements compared\n`);
    shown = now.compared;
    await systemClock.sleep(POLL_MS);
  }
}

async function showImports(context: CommandContext, options: FileOptions): Promise<void> {
  const { reconciliations: client } = operatorClient(options, context.env);
  const { imports } = await client.list({ provider: options.provider });
  context.print(options.json ? json(imports) : importsText(imports));
}

async function showItems(context: CommandContext, options: ItemOptions): Promise<void> {
  const { provider, kind, all, import: importId } = options;
  const query = { provider, kind, importId, state: all ? 'ALL' : 'OPEN' } as const;
  const { reconciliations: client } = operatorClient(options, context.env);
  const pages = eachPage(
    async (after) => (await client.listItems({ ...query, after })).items,
    ({ itemId }) => itemId,
  );
  let hasOpen = false;
  let isFirst = true;
  const every: ReconciliationItem[] = [];
  for await (const page of pages) {
    hasOpen ||= page.some(({ note }) => note === undefined);
    if (options.json) every.push(...page);
    else if (page.length > 0 || isFirst) context.print(itemsText(page));
    isFirst = false;
  }
  if (options.json) context.print(json(every));
  if (hasOpen) context.setFailed();
}

async function resolve(
  context: CommandContext,
  itemId: string,
  { note, by = context.env['USER'], ...options }: ResolveOptions,
): Promise<void> {
  if (!by) throw new Failure('say who resolves it: --by <name>');
  const { reconciliations: client } = operatorClient(options, context.env);
  const item = await client.resolveItem(itemId, { by, note });
  context.print(options.json ? json(item) : `Item ${item.itemId} is resolved.\n`);
}
