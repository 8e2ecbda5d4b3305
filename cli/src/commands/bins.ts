// `bramka bins …`: checks a BIN table before a gateway reads it, and shows what a table knows of a
// card. Numbers are shown masked, ranges by their first eight digits at most.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { hasVersions, type BinRow } from '@bramka/gateway/cards/bin-row.ts';
import { BadBinTable, parseBinTable, type BinTable } from '@bramka/gateway/cards/bin-table.ts';
import { cardFacts } from '@bramka/gateway/cards/card-knowledge.ts';
import { maskOf, organizations, passesLuhn, isPrefix } from '@bramka/gateway/cards/card-number.ts';
import { commonVersion, supportedVersions } from '@bramka/gateway/cards/protocol-version.ts';
import { Failure } from '../failure.ts';
import { cell, json, table } from '../print.ts';
import type { Surface } from '../surface.ts';

const SHOWN = 8;

interface Options {
  readonly json?: boolean;
}

export function addBinCommands(program: Command, { say, fail }: Surface): void {
  const bins = program
    .command('bins')
    .description('check a BIN table, show what it knows of a card')
    .helpCommand(false);

  bins
    .command('check')
    .description('read a BIN table and count its ranges, or name what is wrong with it')
    .argument('<file>', 'the table, as BRAMKA_BIN_TABLE names it')
    .option('--json', 'print the counts or the problems as JSON')
    .action((file: string, options: Options) => {
      const found = readTable(file);
      if (!(found instanceof BadBinTable)) {
        say(options.json ? json(countsOf(found)) : countsText(found));
        return;
      }
      say(options.json ? json({ problems: found.problems }) : problemsText(found));
      fail();
    });

  bins
    .command('find')
    .description('show what is known of a card number; its first digits are enough, six at least')
    .argument('<file>', 'the table')
    .argument('<number...>', 'a card number or the beginning of one; it is shown masked')
    .option('--json', 'print what is known as JSON')
    .action((file: string, words: string[], options: Options) => {
      const digits = words.join('').replace(/[ -]/g, '');
      if (!/^[0-9]{6,19}$/.test(digits)) {
        throw new Failure('give a card number, or its first digits: 6 to 19 in all');
      }
      const found = readTable(file);
      if (found instanceof BadBinTable) throw new Failure(`${file}, ${found.message}`);
      const known = knownOf(found, digits);
      say(options.json ? json(known) : knownText(known));
    });
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
    throw new Failure(`cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}

interface Counts {
  readonly organization: string;
  readonly ranges: number;
  readonly enrolled: number;
  readonly unsupported: number;
}

/** One for each organization in the table, and their sum. */
function countsOf({ rows }: BinTable): Counts[] {
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
  const rows = countsOf(found).map((counts) => Object.values(counts).map(String));
  return table([['ORGANIZATION', 'RANGES', 'ENROLLED', 'UNSUPPORTED'], ...rows]);
}

function problemsText({ problems }: BadBinTable): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = problems.map((problem) => `${problem}\n`).join('');
  return `${lines}${count}; no gateway would use this table.\n`;
}

/** Of a card that may be meant no more is shown than eight digits. */
function startOf(digits: string): string {
  return digits.slice(0, SHOWN).padEnd(digits.length, '*');
}

/** Null is not known; what a range cannot have is left out. */
function knownOf(found: BinTable, digits: string): Record<string, string | boolean | null> {
  const isWhole = !isPrefix(digits);
  const { row, organization = null, ...facts } = cardFacts(found, digits);
  const { acsStartProtocol: acsStart = null, acsEndProtocol: acsEnd = null } = row ?? {};
  const { dsStartProtocol: dsStart = null, dsEndProtocol: dsEnd = null } = row ?? {};
  const versions = [
    { start: acsStart, end: acsEnd },
    { start: dsStart, end: dsEnd },
  ];
  const protocols = {
    acsVersions: acsStart && `${acsStart} to ${acsEnd}`,
    dsVersions: dsStart && `${dsStart} to ${dsEnd}`,
    usedVersion: commonVersion(supportedVersions, versions) ?? null,
    methodUrl: row?.threeDSMethodURL ?? null,
  };
  const enrolled = row && hasVersions(row) ? true : null;
  return {
    number: isWhole ? maskOf(digits) : startOf(digits),
    ...(isWhole ? { checkDigitIsRight: passesLuhn(digits) } : {}),
    range: row ? `${row.from.slice(0, SHOWN)} to ${row.to.slice(0, SHOWN)}` : null,
    organization,
    ...facts,
    enrolled,
    ...(enrolled ? protocols : {}),
  };
}

function knownText(known: Record<string, string | boolean | null>): string {
  const words = { true: 'yes', false: 'no' };
  const rows = Object.entries(known).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? words[`${value}`] : cell(value),
  ]);
  return table(rows);
}
