// `bramka bins …`: checks a BIN table file before a gateway uses it, and looks up a card number in
// the table of a running gateway or in a file. Numbers are printed masked.

import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { binView, type BinView } from '@bramka/gateway/admin/bin.view.ts';
import { hasVersions, type BinRow } from '@bramka/gateway/cards/bin-row.ts';
import { BadBinTable, parseBinTable, type BinTable } from '@bramka/gateway/cards/bin-table.ts';
import { organizations } from '@bramka/gateway/cards/card-number.ts';
import { Failure } from '../failure.ts';
import { operatorClient } from '../api/operator.ts';
import { addGroup, withOperator, type Env, type OperatorOptions } from '../api/options.ts';
import { cell, json, table } from '../print.ts';
import type { CommandContext } from '../context.ts';

interface CheckOptions {
  readonly json?: boolean;
}

interface FindOptions extends OperatorOptions {
  readonly file?: string;
}

const findHelp = `
Without --file the running gateway is asked: the answer is what its payments use
now. With --file no gateway is needed. The number is printed masked, but stays in
the history of your shell; the first six digits are usually enough.

Examples:
  bramka bins find 491711
  bramka bins find 4917 1100 2000 0007 --json
  bramka bins find 491711 --file new-bins.csv`;

export function addBinCommands(program: Command, { env, print, setFailed }: CommandContext): void {
  const bins = addGroup(program, 'bins', 'check a BIN table file, look up a card number');

  bins
    .command('check')
    .description('check a BIN table file and count its ranges')
    .argument('<file>', 'the file, as in BRAMKA_BIN_TABLE')
    .option('--json', 'print the counts or the problems as JSON')
    .action((file: string, options: CheckOptions) => {
      const table = readTable(file);
      if (!(table instanceof BadBinTable)) {
        print(options.json ? json(countRanges(table)) : countsText(table));
        return;
      }
      print(options.json ? json({ problems: table.problems }) : problemsText(table));
      setFailed();
    });

  withOperator(bins.command('find'))
    .description('look up a card number in the BIN table of the running gateway, or in a file')
    .argument('<number...>', 'card number, or its first digits (at least six)')
    .option('--file <file>', 'look in this file instead of asking the gateway')
    .addHelpText('after', findHelp)
    .action(async (words: string[], options: FindOptions) => {
      const found = await lookUp(readDigits(words), options, env);
      print(options.json ? json(found) : binText(found));
    });
}

function readDigits(words: readonly string[]): string {
  const digits = words.join('').replace(/[ -]/g, '');
  if (/^[0-9]{6,19}$/.test(digits)) return digits;
  const [first = ''] = words;
  if (/[^0-9 -]/.test(first) && existsSync(first)) {
    throw new Failure(`name the file with --file: bramka bins find <number> --file ${first}`);
  }
  throw new Failure('give a card number or its first digits: 6 to 19 digits');
}

async function lookUp(digits: string, options: FindOptions, env: Env): Promise<BinView> {
  const { file } = options;
  if (file === undefined) {
    return (await operatorClient(options, env).bins.find({ number: digits })) as BinView;
  }
  const found = readTable(file);
  if (found instanceof BadBinTable) throw new Failure(`${file}, ${found.message}`);
  return binView({ table: found, file, threeds: null }, digits);
}

function readTable(file: string): BinTable | BadBinTable {
  try {
    return parseBinTable(readText(file));
  } catch (error) {
    if (error instanceof BadBinTable) return error;
    throw error;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Failure(`cannot read ${file}: ${code === 'ENOENT' ? 'no such file' : code}`);
  }
}

interface Counts {
  readonly organization: string;
  readonly ranges: number;
  readonly enrolled: number;
  readonly unsupported: number;
}

/** One for each organization in the table, and their sum. */
function countRanges({ rows }: BinTable): Counts[] {
  const count = (organization: string, some: readonly BinRow[]): Counts => ({
    organization,
    ranges: some.length,
    enrolled: some.filter(hasVersions).length,
    unsupported: some.filter((row) => !row.isSupported).length,
  });
  const each = organizations.map((one) =>
    count(
      one,
      rows.filter(({ organization }) => organization === one),
    ),
  );
  return [...each.filter(({ ranges }) => ranges > 0), count('all', rows)];
}

function countsText(found: BinTable): string {
  const rows = countRanges(found).map((counts) => Object.values(counts).map(String));
  return table([['ORGANIZATION', 'RANGES', 'ENROLLED', 'UNSUPPORTED'], ...rows]);
}

function problemsText({ problems }: BadBinTable): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = problems.map((problem) => `${problem}\n`).join('');
  return `${lines}${count}; a gateway would refuse this table.\n`;
}

function binText(bin: BinView): string {
  const { range, threeDS, table: used } = bin;
  const checkDigit = bin.isCheckDigitCorrect;
  const versions = (start?: string, end?: string): string =>
    start === undefined && end === undefined ? '-' : `${cell(start)} to ${cell(end)}`;
  return table([
    ['number', bin.number],
    ...(checkDigit === undefined ? [] : [['check digit', checkDigit ? 'correct' : 'wrong']]),
    ['range', range ? `${range.from} to ${range.to}` : 'in no range of the BIN table'],
    ['organization', bin.organization ?? 'unknown'],
    ['supported', yesOrNo(bin.isSupported)],
    ['card type', cell(bin.cardType)],
    ['issuer', cell(bin.issuerName)],
    ['country', cell(bin.issuerCountry)],
    ['currency', cell(bin.currency)],
    ['can receive money', yesOrNo(bin.fundsTransfer)],
    ['3-D Secure', threeDSText(threeDS)],
    ...(threeDS.isEnrolled
      ? [
          ['version used', cell(threeDS.protocolVersion)],
          ['ACS versions', versions(threeDS.acsStartProtocol, threeDS.acsEndProtocol)],
          ['DS versions', versions(threeDS.dsStartProtocol, threeDS.dsEndProtocol)],
          ['3DS Method', cell(threeDS.threeDSMethodURL)],
        ]
      : []),
    ['BIN table', tableText(used)],
  ]);
}

function tableText({ file, ranges }: BinView['table']): string {
  return file === undefined ? 'none' : `${file}, ${ranges} ${ranges === 1 ? 'range' : 'ranges'}`;
}

function yesOrNo(value: boolean | undefined): string {
  if (value === undefined) return '-';
  return value ? 'yes' : 'no';
}

function threeDSText({ source, isEnrolled }: BinView['threeDS']): string {
  if (source === 'NONE') return 'off: no directory server serves this organization';
  if (source === 'UNKNOWN') return 'unknown: the directory server is asked about each card';
  const by = source === 'BIN_TABLE' ? 'the BIN table' : 'the directory server';
  return `${isEnrolled ? 'enrolled' : 'not enrolled'}, according to ${by}`;
}
