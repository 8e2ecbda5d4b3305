// The shell commands in the documentation: every block with the language `sh`, where it is, why it
// is not run if it is marked, and the output that the page shows for it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

export interface Fence {
  /** Of its first line in the page, from 1. */
  readonly line: number;
  readonly language: string;
  /** What follows the language; it is not shown to readers. */
  readonly note: string;
  readonly code: string;
}

/** A block that readers save: its note is the name of the file. */
export interface PageFile {
  readonly name: string;
  readonly code: string;
}

export interface ShellBlock extends Fence {
  readonly page: string;
  /** Why it is not run; absent: it is run. */
  readonly notRun?: string;
  /** The block with the note `output` behind it. */
  readonly output?: Fence;
}

/** A block is not run, whatever its page, if all its commands begin with one of these. */
const neverRun: readonly (readonly [commands: RegExp, reason: string])[] = [
  [/^npm (ci|test)\b/, 'installs packages and runs the tests, this one included'],
  [/^npm run (ci|check|test|test:\w+|dev)\b/, 'runs the tests, or does not end'],
  [/^npm run (prove|simulate|failover|cells|bench|bench:page)\b/, 'takes minutes or hours'],
  [/^apt-get /, 'changes the machine'],
];

/** The pages whose commands are tested. */
export function listPages(): string[] {
  const guides = readdirSync(join(root, 'docs', 'guides'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/guides/${name}`);
  return ['README.md', 'docs/README.md', 'client/README.md', ...guides];
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

export function shellBlocksOf(page: string, text: string = readPage(page)): ShellBlock[] {
  const fences = fencesIn(text);
  return fences.flatMap((fence, index) => {
    if (fence.language !== 'sh' || isFileName(fence.note)) return [];
    const next = fences[index + 1];
    const output = next?.note === 'output' ? { output: next } : {};
    const reason = reasonOf(fence);
    return [{ ...fence, page, ...output, ...(reason === undefined ? {} : { notRun: reason }) }];
  });
}

/** The parts of a file that is shown in several blocks are joined. */
export function filesOf(page: string): PageFile[] {
  const fences = fencesIn(readPage(page)).filter(({ note }) => isFileName(note));
  return Object.entries(Object.groupBy(fences, ({ note }) => note)).map(([name, parts = []]) => ({
    name,
    code: parts.map(({ code }) => code).join('\n'),
  }));
}

export function isFileName(note: string): boolean {
  return /^[\w-]+(\.[\w-]+)+$/.test(note);
}

export function fencesIn(text: string): Fence[] {
  const found = text.matchAll(/^( *)```([^\s`]*) *([^\n`]*)\n([\s\S]*?)^\1```$/gm);
  return [...found].map(
    ({ index, 1: indent = '', 2: language = '', 3: note = '', 4: code = '' }) => ({
      line: text.slice(0, index).split('\n').length + 1,
      language,
      note: note.trim(),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** One for each command, with continued lines joined and comments removed. */
export function commandsIn(code: string): string[] {
  const lines = code.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim()).filter((line) => line !== '');
}

function reasonOf({ note, code }: Fence): string | undefined {
  if (note.startsWith('not-run')) return note.replace(/^not-run:? */, '');
  const reasons = commandsIn(code).map(
    (command) => neverRun.find(([pattern]) => pattern.test(command))?.[1],
  );
  return reasons.includes(undefined) ? undefined : reasons[0];
}
