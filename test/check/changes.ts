// Finds the files that must be linted after a change: the changed files and everything that imports
// them, directly or through other modules, because lint rules use the types of imported modules.
import { ownModule } from '../runner/select/import-graph.ts';

/** Text of every file that lint results depend on, by its path from the root. */
export type Texts = ReadonlyMap<string, string>;

/** Hashes of the files, by path. */
export type Hashes = Readonly<Record<string, string>>;

const quoted = /(['"`])((?:\.\.?\/|@bramka\/)[^'"`\s]+)\1/g;

/** Changes what other files mean without being imported by them. */
function isForAll(path: string, text: string): boolean {
  const isSource = path.endsWith('.ts') && !path.endsWith('.d.ts');
  return !isSource || /^\s*declare (module|global)\b/m.test(text);
}

/** Every quoted path counts as an import: one too many costs time, one too few hides errors. */
function targetsOf(path: string, text: string): string[] {
  return Array.from(text.matchAll(quoted), ([, , name = '']) => ownModule(path, name) ?? name);
}

/** Files to lint; `all` if a change may concern any file. */
export function affectedFiles(before: Hashes, now: Hashes, texts: Texts): string[] | 'all' {
  const known = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...known].filter((path) => before[path] !== now[path]);
  // A file that is gone may have been for all; its text is not known any more.
  if (changed.some((path) => isForAll(path, texts.get(path) ?? 'declare global'))) return 'all';
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const target of targetsOf(path, text)) {
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const affected = new Set(changed);
  for (const path of affected) {
    for (const importer of importers.get(path) ?? []) affected.add(importer);
  }
  return [...affected];
}
