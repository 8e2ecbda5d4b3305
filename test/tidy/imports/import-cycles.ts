// Finds import cycles over all modules of the repository.
import type { Import } from './import-rule.ts';
import type { Finding } from '../source.ts';

/** One finding per cycle, reported at the import that closes it. */
export function findImportCycles(imports: readonly Import[]): Finding[] {
  const byModule = Map.groupBy(imports, (found) => found.from.path);
  const finished = new Set<string>();
  const findings: Finding[] = [];

  const visit = (path: string, trail: readonly string[]): void => {
    if (finished.has(path)) return;
    const here = [...trail, path];
    for (const { line, target } of byModule.get(path) ?? []) {
      const start = here.indexOf(target);
      if (start < 0) {
        visit(target, here);
        continue;
      }
      const problem = `closes the import cycle ${[...here.slice(start), target].join(' → ')}`;
      findings.push({ path, line, problem, instead: 'a separate file for what both need' });
    }
    finished.add(path);
  };

  for (const path of byModule.keys()) visit(path, []);
  return findings;
}
