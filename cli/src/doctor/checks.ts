// The checks of `bramka doctor`, one function each. None of them changes anything.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { openBinFile } from '@bramka/gateway/cards/bin-file.ts';
import { BadBinTable } from '@bramka/gateway/cards/bin-table.ts';
import type { Config } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { asCannotStart } from '@bramka/gateway/launch.ts';
import { hasMasterKey } from '@bramka/gateway/storage/keys/key-settings.ts';
import { directoryOwner } from '@bramka/gateway/storage/open.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import type { Finding } from './finding.ts';

const OLDEST_NODE = [24, 12] as const;
const PROBE_MS = 10_000;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const needed = OLDEST_NODE.join('.');
  const advice = ok ? '' : ` is too old; \`npm ci\` with optional packages brings ${needed}`;
  return { subject: 'Node.js', ok, what: `${version}${advice}` };
}

export function checkDataDirectory(config: Config, gatewayAnswers: boolean): Finding {
  const { dataDir: directory } = config;
  const subject = 'data directory';
  if (config.databaseUrl && hasMasterKey(config) && config.adminKey) {
    return { subject, ok: true, what: 'not needed' };
  }
  const problem = (what: string): Finding => ({ subject, ok: false, what });
  const found = existsSync(directory);
  if (found && !statSync(directory).isDirectory()) {
    return problem(`${directory} is a file; set BRAMKA_DATA_DIR to a directory`);
  }
  const usable = found ? directory : nearestExisting(directory);
  if (!mayUse(usable)) {
    return problem(`${usable} cannot be read and written; change its owner or BRAMKA_DATA_DIR`);
  }
  if (!found) return { subject, ok: true, what: `${directory} will be created at the first start` };
  const owner = directoryOwner(directory);
  if (owner !== undefined && !gatewayAnswers) {
    return problem(`${directory} is in use by process ${owner}; stop it or set BRAMKA_DATA_DIR`);
  }
  return { subject, ok: true, what: `${directory} can be read and written` };
}

function nearestExisting(directory: string): string {
  let at = resolve(directory);
  while (!existsSync(at)) at = dirname(at);
  return at;
}

function mayUse(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return statSync(directory).isDirectory();
  } catch {
    return false;
  }
}

export async function checkDatabase(config: Config): Promise<Finding> {
  const subject = 'database';
  if (!config.databaseUrl) {
    return { subject, ok: true, what: 'embedded (DATABASE_URL is not set)' };
  }
  try {
    const database = openPostgres({ url: open(config.databaseUrl), connections: 1 });
    try {
      await database.transaction(async () => undefined);
    } finally {
      await database.close();
    }
    return { subject, ok: true, what: 'PostgreSQL answers' };
  } catch (error) {
    const reason = asCannotStart(error);
    const why = reason instanceof Error ? reason.message : String(reason);
    return { subject, ok: false, what: `${why}; start the server or correct DATABASE_URL` };
  }
}

/** Without directory servers. */
export function checkStrongAuthentication({ isSimulated }: Config): Finding {
  const subject = '3-D Secure';
  if (isSimulated) return { subject, ok: true, what: 'on, simulated' };
  return {
    subject,
    ok: true,
    what: 'OFF (BRAMKA_DS_URL is not set): no customer is authenticated',
  };
}

export async function checkBinTable({ binTableFile, environment }: Config): Promise<Finding> {
  const subject = 'BIN table';
  if (binTableFile === null) {
    const without =
      'none (BRAMKA_BIN_TABLE is not set): issuers and countries of cards are unknown';
    return { subject, ok: true, what: environment === 'sandbox' ? 'built in (sandbox)' : without };
  }
  try {
    const { rows } = (await openBinFile(binTableFile, { warn: () => undefined })).table();
    return { subject, ok: true, what: `${binTableFile} has ${rows.length} ranges` };
  } catch (error) {
    if (!(error instanceof BadBinTable)) throw error;
    return { subject, ok: false, what: `${error.message}; correct it or BRAMKA_BIN_TABLE` };
  }
}

/** Also returns the address of the gateway, if one answers on this port. */
export async function checkPort(config: Config): Promise<[Finding, string?]> {
  const { host, port } = config;
  const subject = 'port';
  const where = `${host}:${port}`;
  const code = await tryToListen(host, port);
  if (code === undefined) return [{ subject, ok: true, what: `${where} is free` }];
  if (code !== 'EADDRINUSE') {
    const what = `the gateway cannot listen on ${where} (${code}); set HOST and PORT`;
    return [{ subject, ok: false, what }];
  }
  const url = `http://${reachable(host)}:${port}`;
  if (await isGateway(url))
    return [{ subject, ok: true, what: `a gateway answers at ${url}` }, url];
  const what = `${where} is in use by another program; set PORT to a free port`;
  return [{ subject, ok: false, what }];
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', (error) => settle((error as NodeJS.ErrnoException).code ?? 'unknown'));
    server.listen({ host, port }, () => server.close(() => settle(undefined)));
  });
}

async function isGateway(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(PROBE_MS) });
    return reply.ok && (await reply.text()).includes('live');
  } catch {
    return false;
  }
}
