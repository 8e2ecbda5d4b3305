// Runs failover scenarios under load on one cluster with two gateway nodes, and reports for each
// how long no payment was acknowledged.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../setup/free-port.ts';
import { startPostgres, type Postgres } from '../setup/postgres.ts';
import { commandOf } from '../setup/programs.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { installationOn } from '../support/journal/database-server.ts';
import { withoutRateLimits } from '../support/life/payments.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { gapLine, type Gap } from './gap-table.ts';
import { startLoad, type Load } from './load.ts';
import { endEverything, startProcess } from './processes.ts';
import type { Programs } from './programs/find-programs.ts';
import type { Scenario } from './scenarios.ts';
import { judge } from './failover-result.ts';

export interface Report {
  readonly gaps: readonly Gap[];
  /** Empty if the run passed. */
  readonly faults: readonly string[];
}

const SETTLE_MS = 5_000;

/** The simulated acquirer on a separate server, which no scenario affects. */
async function startAcquirer(postgres: Postgres, folder: string): Promise<string> {
  const port = await freePort();
  const { command, args } = commandOf('sandbox');
  const settings = { PATH: process.env.PATH ?? '', DATABASE_URL: postgres.url, PORT: port };
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const log = join(folder, 'acquirer.log');
  startProcess('/usr/bin/env', [...variables, command, ...args], log, undefined);
  const url = `http://127.0.0.1:${port}/acquirer`;
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply) return url;
  }
  throw new Error(`the simulated acquirer did not start; see ${folder}`);
}

export async function runFailover(
  programs: Programs,
  chosen: readonly Scenario[],
  runs: number,
  say: (line: string) => void,
): Promise<Report> {
  runAtExit(endEverything);
  const gaps: Gap[] = [];
  const faults: string[] = [];
  const db = await startPostgres();
  const cluster = await startCluster(programs);
  const installation = installationOn(cluster.url);
  const env = {
    ...withoutRateLimits,
    BRAMKA_ACQUIRER_URL: await startAcquirer(db, cluster.folder),
    BRAMKA_PROVIDER_TIMEOUT_MS: '2000',
    BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '10000',
  };
  const nodes = [
    await startGateway({ installation, env }),
    await startGateway({ installation, env }),
  ];
  const load = startLoad(nodes, await (nodes[0] as Gateway).authenticate());
  await sleep(SETTLE_MS);
  for (const scenario of Array.from({ length: runs }, () => chosen).flat()) {
    const one = await runOne(scenario, cluster, nodes, load);
    say(gapLine(one));
    gaps.push(one);
    faults.push(...one.faults.map((fault) => `${scenario.name}: ${fault}`));
  }
  await load.stop();
  const result = await judge(load.orders, cluster.url, db.url);
  faults.push(...result.faults.slice(0, 20), ...load.unexpected.slice(0, 20));
  for (const node of nodes) faults.push(...defectsOf(node));
  const repeats = [...load.repeats].map(([code, count]) => `${count} × ${code}`).join(', ');
  say(`${load.orders.length} orders acknowledged, ${result.payments} payments in the database,`);
  say(`${result.completed} completed; answers that clients repeated: ${repeats || 'none'}.`);
  await Promise.all(nodes.map((node) => node.stop()));
  if (faults.length === 0) cluster.close();
  else say(`The logs of the cluster are kept in ${cluster.folder}.`);
  endEverything();
  await db.stop();
  return { gaps, faults };
}

async function runOne(
  scenario: Scenario,
  cluster: Cluster,
  nodes: readonly Gateway[],
  load: Load,
): Promise<Gap & { readonly faults: readonly string[] }> {
  const outagesBefore = nodes.map(outagesOf);
  const [machineLoad = 0] = loadavg();
  const began = Date.now();
  const repair = await scenario.breakIt(cluster);
  await sleep(scenario.atLeastMs ?? 0);
  await load.flowing(began);
  const faults = [...(await repair())];
  await cluster.healthy();
  await sleep(SETTLE_MS);
  for (const node of nodes) {
    const { status } = await node.call('GET', '/health/ready');
    if (status !== 200) faults.push('a node is not ready afterwards');
  }
  return {
    scenario: scenario.name,
    seconds: load.longestGap(began) / 1000,
    goalSeconds: scenario.goalSeconds(cluster.version),
    machineLoad,
    outages: nodes.map((node, index) => outagesOf(node) - (outagesBefore[index] ?? 0)),
    faults,
  };
}

function outagesOf(node: Gateway): number {
  return (node.logs().match(/"msg":"database unavailable"/g) ?? []).length;
}

/** What a node must never log, whatever its database does; a lost connection may be named. */
function defectsOf(node: Gateway): string[] {
  const lines = node.logs().split('\n');
  const isDefect = (line: string): boolean =>
    /"msg":"defect"|"stack"|"status":500/.test(line) && !line.includes('"name":"ConnectionLost"');
  return lines.filter(isDefect).slice(0, 5);
}
