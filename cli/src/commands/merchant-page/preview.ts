// `bramka merchants preview`: an address at which the operator sees the payment page of a merchant,
// with settings that are not stored yet if there are any.

import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { operatorClient } from '../../api/operator.ts';
import { withOperator, type OperatorOptions } from '../../api/options.ts';
import { json } from '../../print.ts';
import type { Settings } from '../../settings.ts';
import { readChangeWithLogo } from './logo-file.ts';

const examples = `
Examples:
  bramka merchants preview 20000001
  bramka merchants preview 20000001 --set page.color=#0b6e4f page.logo=@logo.png`;

export function addPreviewCommand(
  merchants: Command,
  { env, print }: Pick<CommandContext, 'env' | 'print'>,
): void {
  withOperator(merchants.command('preview <mid>'))
    .description('show the address of a preview of the payment page, valid for an hour')
    .option('--set <key=value...>', 'settings to try: page.color, page.logo, page.savesCards')
    .addHelpText('after', examples)
    .action(async (mid: string, options: OperatorOptions & { set?: string[] }) => {
      const page = draftOf(options.set ?? []);
      const preview = await operatorClient(options, env).merchants.previewPage(mid, { page });
      const text = `${preview.url}\nNothing can be paid there. It ends at ${preview.validUntil}.\n`;
      print(options.json ? json(preview) : text);
    });
}

function draftOf(pairs: readonly string[]): Settings {
  const { status, settings } = readChangeWithLogo(pairs);
  const { page = {}, ...others } = settings;
  const draft = page as Settings;
  const isKnown = (name: string): boolean => ['color', 'logo', 'savesCards'].includes(name);
  const hasOthers = Object.keys(others).length > 0 || !Object.keys(draft).every(isKnown);
  if (status !== undefined || hasOthers) {
    throw new Failure('a preview takes only page.color, page.logo and page.savesCards');
  }
  return draft;
}
