import { runSeed } from '/work/main/test/simulator/run-seed.ts';
const from = Number(process.argv[2] ?? 1),
  n = Number(process.argv[3] ?? 50);
const by = new Map<string, number[]>();
const counts = new Map<string, number>();
const t = performance.now();
for (let s = from; s < from + n; s++) {
  const o = await runSeed(s);
  for (const [k, v] of o.counts) counts.set(k, (counts.get(k) ?? 0) + v);
  const f = o.findings[0];
  if (f) {
    const k = f.invariant + ': ' + f.text.replace(/[0-9a-f]{6}\b/g, 'X').replace(/\d+/g, 'N');
    by.set(k, [...(by.get(k) ?? []), s]);
  }
  if (process.argv[4] === 'trace') console.log(o.trace.join('\n'), o.hash);
}
console.log(((performance.now() - t) / n).toFixed(2), 'ms/seed');
if (process.argv[4] === 'counts') console.log([...counts].sort());
for (const [k, v] of by) console.log(v.length, k, v.slice(0, 6).join(' '));
