import { runSeed } from './run-seed.ts';
import { plantedBugs } from './planted.ts';
for (const bug of plantedBugs) {
  const found: string[] = []; let first = 0;
  for (let s = 1; s <= 120; s++) {
    const o = await runSeed(s, bug.planted);
    if (o.findings[0]) { found.push(o.findings[0].invariant); first ||= s; }
  }
  const by: Record<string, number> = {}; for (const f of found) by[f] = (by[f] ?? 0) + 1;
  console.log(bug.name, 'first', first, JSON.stringify(by));
}
