// `npm run check`: types, lint and format at the same time, repeating only what a change since the
// last run can concern. `npm run types`, `lint` and `format:check` check everything.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { affectedFiles, type Hashes } from './changes.ts';

const root = join(import.meta.dirname, '..', '..');
const cache = join(root, 'node_modules', '.cache', 'bramka-check');
const stateFile = join(cache, 'linted.json');

async function run(program: string, ...args: readonly string[]): Promise<boolean> {
  const command = join(root, 'node_modules', '.bin', program);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const isClean = child.exitCode === 0;
  if (!isClean) process.stdout.write(`\n== ${program}\n${output}`);
  return isClean;
}

function checkTypes(project: string, name = project): Promise<boolean> {
  const kept = ['--incremental', '--tsBuildInfoFile', join(cache, `types-${name}.json`)];
  return run('tsc', '--noEmit', '--checkers', '1', '--project', project, ...kept);
}

/** The hashes at the last lint that found nothing. */
function readState(): Hashes {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as Hashes;
  } catch {
    return {};
  }
}

async function lint(): Promise<boolean> {
  const exclude = ['**/node_modules', 'data', 'docs', 'client/dist', '.git'];
  const paths = globSync('**/*.{ts,json}', { cwd: root, exclude });
  paths.push('.oxlintrc.json', 'node_modules/.package-lock.json');
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const hash = (content: string) => createHash('sha256').update(content).digest('base64');
  const now = Object.fromEntries([...texts].map(([path, content]) => [path, hash(content)]));
  const affected = affectedFiles(readState(), now, texts);
  const files = affected === 'all' ? ['.'] : affected.filter((path) => texts.has(path));
  if (files.length > 0) {
    if (!(await run('oxlint', '--no-error-on-unmatched-pattern', ...files))) return false;
    writeFileSync(stateFile, JSON.stringify(now));
  }
  return true;
}

mkdirSync(cache, { recursive: true });
const format = run('oxfmt', '--check');
const results = await Promise.all([checkTypes('.', 'root'), checkTypes('paywall'), lint(), format]);
if (results.includes(false)) process.exitCode = 1;
