// Runs the shell blocks of one page of the documentation as a reader does: in order, in one bash, in
// a folder that looks like a clone, against a running sandbox. A block fails if a command fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnvironment } from '../../setup/program-environment.ts';
import { commandOf } from '../../setup/programs.ts';
import { runAtExit } from '../waiting/ending.ts';
import { within } from '../waiting/until.ts';
import { commandsIn, root, type ShellBlock } from './shell-blocks.ts';

/** Half of what a test file may take. */
const LIMIT_MS = 280_000;
/** Commands that go on until they are stopped. They run until the end of the page. */
const SERVES = /^(bramka (start|listen|sandbox|paywall)|npm (start|run shop))\b[^&]*$/;
/** Ports of programs that the pages start. */
const PORTS = [3000, 8081];

export interface Sandbox {
  readonly url: string;
  readonly adminKey: string;
}

export interface BlockRun {
  readonly block: ShellBlock;
  readonly isDone: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends at the first block that fails; the blocks after it have no result. */
export async function runPage(
  blocks: readonly ShellBlock[],
  sandbox: Sandbox,
): Promise<BlockRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-guide-'));
  const takeBack = runAtExit(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const clone = join(folder, 'clone');
    makeClone(clone);
    // A refused request fails its block.
    writeFileSync(join(folder, '.curlrc'), 'fail-with-body\n');
    const ports = await freePorts(PORTS.length + 1);
    const script = scriptOf(blocks, folder).replaceAll('http://127.0.0.1:8080', sandbox.url);
    const moved = PORTS.reduce(
      (text, port, place) => text.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), `${ports[place]}`),
      script,
    );
    const environment = {
      ...programEnvironment(),
      HOME: folder,
      BRAMKA_URL: sandbox.url,
      npm_config_update_notifier: 'false',
      BRAMKA_ADMIN_KEY: sandbox.adminKey,
      SHOP_URL: `http://127.0.0.1:${ports[0]}`,
      PORT: `${ports[PORTS.length]}`,
    };
    await runScript(moved, clone, environment);
    return blocks.map((block, place) => ({
      block,
      isDone: existsSync(join(folder, `${place}.done`)),
      stdout: printed(join(folder, `${place}.out`)),
      stderr: printed(join(folder, `${place}.err`)),
    }));
  } finally {
    takeBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files that the commands write stay here. `bramka` is the program of the test run. */
function makeClone(clone: string): void {
  mkdirSync(join(clone, 'bin'), { recursive: true });
  for (const name of readdirSync(root)) {
    if (!['.git', 'bin', 'data'].includes(name)) symlinkSync(join(root, name), join(clone, name));
  }
  const { command, args } = commandOf('bramka');
  const program = join(clone, 'bin', 'bramka');
  const words = [command, ...args].map((word) => `'${word}'`).join(' ');
  writeFileSync(program, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(program, 0o755);
}

function scriptOf(blocks: readonly ShellBlock[], folder: string): string {
  const parts = blocks.map(({ code }, place) => {
    const file = join(folder, String(place));
    const serves = SERVES.test(commandsIn(code).at(-1) ?? '');
    // A list such as `a && b` does not end bash when `a` fails, so the last status is tested.
    const end = serves
      ? `\nuntil grep -q . ${file}.out; do kill -0 $!; sleep 0.1; done`
      : '\n[ $? = 0 ]';
    return `exec >${file}.out 2>${file}.err\n${serves ? `${code.trimEnd()} &` : code}${end}\n: >${file}.done\n`;
  });
  return `set -eu\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n${parts.join('')}`;
}

async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  // bash reads its rc files if its standard input is a socket.
  const child = spawn('bash', ['--norc', '-c', script], {
    cwd,
    env,
    stdio: 'ignore',
    detached: true,
  });
  const endAll = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  const takeBack = runAtExit(endAll);
  try {
    await within(LIMIT_MS, once(child, 'exit'), () => 'the end of the commands of a page');
  } finally {
    takeBack();
    endAll();
  }
}

function printed(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
