// `npm run simulate`: runs seeds and reports violations. --seed with --trace prints one seed line
// by line; --planted shows that planted bugs are found; --tokens simulates tokenizations instead.
// --several: every world has several card providers, not only in some.

import { parseArgs } from 'node:util';
import { keepSeed } from './failing-seeds.ts';
import { proveAll } from './planted-proof.ts';
import { runSeed, type Outcome } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';
import { runTokens } from './tokenizing/run-tokens.ts';

const PROGRESS_EVERY = 500;

/** The counters that are printed for many seeds. */
const told = [
  ...['crash', 'pause', 'outage', 'directory outage', 'jump', 'race', 'alarm late-success'],
  ...['answer Y', 'answer C', 'challenge Y', 'soft decline answered', 'forged'],
  ...['elsewhere after ISSUER_UNAVAILABLE', 'elsewhere after PROVIDER_UNAVAILABLE'],
  ...['elsewhere with a proof', 'provider 2', 'provider 3', 'paid elsewhere'],
  ...['refused try NEW', 'refused try PENDING', 'another try', 'paid after a refusal'],
];

const providers = () => (options.several ? 'several' : 'any');

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    tokens: { type: 'boolean', default: false },
    several: { type: 'boolean', default: false },
  },
});

function readNumber(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Error(`--${name} must be a whole number`);
  return Number(text);
}

function printFindings({ seed, findings }: Outcome): void {
  for (const { invariant, text } of findings) console.log(`seed ${seed}: ${invariant}: ${text}`);
}

async function one(seed: number): Promise<boolean> {
  const outcome = await runSeed(seed, {}, providers());
  if (options.trace) console.log(outcome.trace.join('\n'));
  printFindings(outcome);
  console.log(`seed ${seed}: ${outcome.trace.length} lines, hash ${outcome.hash.slice(0, 16)}`);
  return outcome.findings.length === 0;
}

async function many(): Promise<boolean> {
  const range = {
    from: readNumber('from', options.from),
    seeds: readNumber('seeds', options.seeds),
    providers: providers(),
    replayKept: !options.several,
  } as const;
  const { seeds, failures, counts } = await runSeeds(range, (done, outcome) => {
    if (done % PROGRESS_EVERY === 0) console.log(`${done} seeds`);
    const [first] = outcome.findings;
    if (!first) return;
    if (!options.several) keepSeed(outcome.seed, first.invariant);
    printFindings(outcome);
  });
  const [first] = failures;
  if (first) {
    console.log(`\nThe trace of seed ${first.seed}:\n${first.trace.join('\n')}`);
    const several = options.several ? ' --several' : '';
    console.log(`\nReplay it with: npm run simulate -- --seed ${first.seed} --trace${several}`);
  }
  for (const what of told) {
    console.log(`${String(counts.get(what) ?? 0).padStart(8)} × ${what}`);
  }
  console.log(`${seeds} seeds, ${failures.length} failed`);
  return failures.length === 0;
}

async function planted(): Promise<boolean> {
  const proofs = await proveAll();
  for (const { bug, found, without } of proofs) {
    const how = found
      ? `found by seed ${found.seed}: ${found.finding.invariant}: ${found.finding.text}`
      : 'NOT found';
    console.log(`${bug.name}: ${how}`);
    for (const { text } of without)
      console.log(`  but the unmodified engine fails as well: ${text}`);
  }
  return proofs.every(({ found, without }) => found !== undefined && without.length === 0);
}

/** The same for tokenizations. */
async function tokens(from: number, seeds: number): Promise<boolean> {
  let failed = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { findings, trace } = await runTokens(seed);
    if (options.trace) console.log(trace.join('\n'));
    for (const { invariant, text } of findings) console.log(`seed ${seed}: ${invariant}: ${text}`);
    if (findings.length > 0) failed += 1;
  }
  console.log(`${seeds} seeds of tokenizations, ${failed} failed`);
  return failed === 0;
}

async function run(): Promise<boolean> {
  if (options.tokens) {
    const from = readNumber('seed', options.seed ?? options.from);
    return tokens(from, options.seed === undefined ? readNumber('seeds', options.seeds) : 1);
  }
  if (options.planted) return planted();
  return options.seed === undefined ? many() : one(readNumber('seed', options.seed));
}

process.exitCode = (await run()) ? 0 : 1;
