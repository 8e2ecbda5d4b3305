// The reference page of the `bramka` command: every command and option, as `--help` prints them.

import type { Command, Option } from 'commander';
import { createProgram } from '../program.ts';
import { code, page, plain, table } from './markdown.ts';

interface CommandEntry {
  /** With its arguments, such as `bramka merchants show <mid>`. */
  readonly usage: string;
  readonly meaning: string;
  readonly options: readonly (readonly [flags: string, meaning: string])[];
}

/** An option that at least as many commands have, with the same meaning, is described once. */
const SHARED_BY = 3;

export function commandEntries(): CommandEntry[] {
  const ignore = (): void => undefined;
  const context = { env: {}, print: ignore, printError: ignore, setFailed: ignore };
  return entriesOf(createProgram(context), '');
}

/** A command that only groups others has no entry of its own. */
function entriesOf(command: Command, parents: string): CommandEntry[] {
  const help = command.createHelp();
  const { commands } = command;
  const path = `${parents}${command.name()}`;
  const inside = commands.flatMap((one) => entriesOf(one, `${path} `));
  const isGroup = commands.length > 0 && command.registeredArguments.length === 0;
  if (isGroup) return inside;
  const isOwnOption = (option: Option): boolean => option.long !== '--help';
  const entry = {
    usage: [parents.trim(), help.subcommandTerm(command)].join(' '),
    meaning: command.description(),
    options: help
      .visibleOptions(command)
      .filter(isOwnOption)
      .map((option) => [option.flags, help.optionDescription(option)] as const),
  };
  return [entry, ...inside];
}

export function commandsPage(): string {
  const entries = commandEntries();
  const users = Map.groupBy(
    entries.flatMap(({ options }) => options),
    (option) => option.join(' '),
  );
  const isShared = (option: readonly string[]): boolean =>
    (users.get(option.join(' '))?.length ?? 0) >= SHARED_BY;
  const shared = [...users.values()].flatMap((same) => same.slice(0, 1)).filter(isShared);
  const nameOf = (usage: string): string => usage.replace(/ [<[].*$/, '');
  return page(
    'Commands',
    'Every command of `bramka`. `bramka <command> --help` prints the same with examples. In a ' +
      'clone the command is `bin/bramka`, or `npx bramka`; the guides write `bramka`, as after ' +
      '`export PATH="$PWD/bin:$PATH"`.',
    table(
      ['Command', 'What it does'],
      entries.map(({ usage, meaning }) => [code(usage), plain(meaning)]),
    ),
    '## Options that several commands have',
    table(
      ['Option', 'Meaning'],
      shared.map(([flags, meaning]) => [code(flags), plain(meaning)]),
    ),
    '## Options of single commands',
    table(
      ['Command', 'Option', 'Meaning'],
      entries.flatMap(({ usage, options }) =>
        options
          .filter((option) => !isShared(option))
          .map(([flags, meaning]) => [code(nameOf(usage)), code(flags), plain(meaning)]),
      ),
    ),
  );
}
