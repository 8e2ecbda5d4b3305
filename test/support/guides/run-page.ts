// Runs the shell blocks of one page of the documentation as a reader does: in order, in one bash,
// in a folder that looks like a clone, against a running sandbox. A command that fails ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../setup/commands.ts';
import { freePort } from '../../setup/free-port.ts';
import { programEnvironment } from '../../setup/program-environment.ts';
import { commandOf } from '../../setup/programs.ts';
import { runAtExit } from '../waiting/ending.ts';
import { within } from '../waiting/until.ts';
import { commandsIn, root, type PageFile, type ShellBlock } from './shell-blocks.ts';

/** Half of what a test file may take. */
const LIMIT_MS = 280_000;
/** Commands that go on until they are stopped. They run until the end of the page. */
const SERVES = /^(bramka (start|listen|sandbox|paywall)|npm (start|run shop))\b[^&]*$/;
/** Ports of programs that the pages start: shop, simulated providers, another sandbox. */
const PORTS = [3000, 8081, 8480];

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
  files: readonly PageFile[],
  sandbox: Sandbox,
): Promise<BlockRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-guide-'));
  const takeBack = runAtExit(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const port = await freePort();
    const ports = await Promise.all(PORTS.map(freePort));
    const here = (text: string): string => atPorts(text, sandbox.url, ports);
    const clone = makeClone(folder);
    for (const { name, code } of files) {
      writeFileSync(join(clone, name), here(code), { flag: 'wx' });
    }
    await runScript(here(scriptOf(blocks, folder)), clone, {
      ...programEnvironment(),
      PATH: `${makeCurl(folder)}:${programEnvironment().PATH}`,
      HOME: folder,
      npm_config_update_notifier: 'false',
      BRAMKA_URL: sandbox.url,
      BRAMKA_ADMIN_KEY: sandbox.adminKey,
      SHOP_URL: here('http://127.0.0.1:3000'),
      PORT: String(port),
    });
    const printed = (name: string): string => {
      const file = join(folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    return blocks.map((block, index) => ({
      block,
      isDone: existsSync(join(folder, `${index}.done`)),
      stdout: printed(`${index}.out`),
      stderr: printed(`${index}.err`),
    }));
  } finally {
    takeBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

function atPorts(text: string, url: string, ports: readonly number[]): string {
  return PORTS.reduce(
    (moved, port, index) => moved.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), `${ports[index]}`),
    text.replaceAll('http://127.0.0.1:8080', url),
  );
}

/** Files that the commands write stay here. `bramka` is the program of the test run. */
function makeClone(folder: string): string {
  const clone = join(folder, 'clone');
  mkdirSync(join(clone, 'bin'), { recursive: true });
  for (const name of readdirSync(root)) {
    if (!['.git', 'bin', 'data'].includes(name)) symlinkSync(join(root, name), join(clone, name));
  }
  const { command, args } = commandOf('bramka');
  const words = [command, ...args].map((word) => `'${word}'`).join(' ');
  writeProgram(join(clone, 'bin', 'bramka'), `exec ${words} "$@"`);
  return clone;
}

/** A curl that fails when a request is refused. */
function makeCurl(folder: string): string {
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  const fails = 'case " $* " in *" -sf "*) ;; *) set -- --fail-with-body "$@" ;; esac';
  writeProgram(join(tools, 'curl'), `${fails}\nexec ${findOnPath('curl') ?? 'curl'} "$@"`);
  return tools;
}

function writeProgram(path: string, lines: string): void {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

function scriptOf(blocks: readonly ShellBlock[], folder: string): string {
  const parts = blocks.map(({ code }, index) => {
    const file = join(folder, String(index));
    const isServer = SERVES.test(commandsIn(code).at(-1) ?? '');
    const lines = isServer
      ? [`${code.trimEnd()} &`, `until grep -q . ${file}.out; do kill -0 $!; sleep 0.1; done`]
      : // A list such as `a && b` does not end bash when `a` fails.
        [code, '[ $? = 0 ]'];
    return [`exec >${file}.out 2>${file}.err`, ...lines, `: >${file}.done`, ''].join('\n');
  });
  return `set -eu\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n${parts.join('')}`;
}

async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  // bash reads its rc files if its standard input is a socket.
  const options = { cwd, env, stdio: 'ignore', detached: true } as const;
  const child = spawn('bash', ['--norc', '-c', script], options);
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
