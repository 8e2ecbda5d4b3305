// `npm run dev` on a copy of the sources: a save leads to a new process with the same data, code
// that cannot be loaded leaves the old one running, and nothing is left behind at the end.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { copyTree, filesOf } from '../prove/copy-tree.ts';
import { programEnvironment } from '../setup/program-environment.ts';
import { createClient, type Client } from '../support/client.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import { until } from '../support/waiting/until.ts';

const root = join(import.meta.dirname, '..', '..');
const folders = /^(gateway|sandbox|cli|paywall|client|docs\/guides|test\/setup)\//;
const isServed = (file: string): boolean =>
  folders.test(file) || ['package.json', 'docs/README.md'].includes(file);
const copy = copyTree(root, filesOf(root).filter(isServed));
const dataDir = mkdtempSync(join(tmpdir(), 'bramka-dev-'));
after(() => {
  for (const folder of [copy, dataDir]) rmSync(folder, { recursive: true, force: true });
});

// A check of all types takes long without the results of an earlier one.
const typed = 'cli/src/dev/changes.ts';
writeProject('tsconfig.json', [typed]);
writeProject('paywall/tsconfig.json', ['src/settings.ts']);

function writeProject(file: string, include: string[]): void {
  const project = JSON.parse(readFileSync(join(root, file), 'utf8')) as object;
  writeFileSync(join(copy, file), JSON.stringify({ ...project, include }));
}

interface Dev {
  readonly child: ChildProcess;
  /** Waits until it has printed the text again since the last time. */
  prints(text: string): Promise<void>;
  client(): Client;
}

/** As npm does it: the script of package.json, with the programs of the packages first. */
function startDev(): Dev {
  const { scripts } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const env = programEnvironment();
  const path = [join(copy, 'node_modules/.bin'), env['PATH']].join(delimiter);
  const child = spawn('sh', ['-c', scripts['dev'] ?? ''], {
    cwd: copy,
    env: { ...env, PATH: path, PORT: '0', BRAMKA_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runAtExit(() => void child.kill('SIGKILL'));
  let printed = '';
  let seen = 0;
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => (printed += String(chunk)));
  }
  const isThere = (text: string): boolean => printed.indexOf(text, seen) >= 0;
  return {
    child,
    async prints(text) {
      await until(() => isThere(text), `"${text}" from npm run dev`).catch((error: unknown) => {
        throw new Error(`npm run dev printed:\n${printed}`, { cause: error });
      });
      seen = printed.indexOf(text, seen) + text.length;
    },
    client() {
      const addresses = printed.match(/started in .* (http:\S+)\//g) ?? [];
      return createClient(addresses.at(-1)?.replace(/.* (http:\S+)\/$/, '$1') ?? '', '');
    },
  };
}

/** The process that has the database open. */
function owner(): string | undefined {
  const file = join(dataDir, 'bramka.pid');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The processes that work in the copy. */
function processes(): string[] {
  return globSync('/proc/[0-9]*/cwd').filter((link) => {
    try {
      return readlinkSync(link) === copy;
    } catch {
      return false;
    }
  });
}

/** Of the function that starts the gateway. */
const FIRST_LINE = 'const { config } = options;';

suite('npm run dev', () => {
  const source = join(copy, 'gateway/src/core/money.ts');
  const text = readFileSync(source, 'utf8');
  const run = join(copy, 'gateway/src/launch.ts');
  const launch = readFileSync(run, 'utf8');
  let dev: Dev;
  let paymentId = '';

  async function assertPaid(): Promise<void> {
    const client = dev.client();
    const { status } = await client.statusOf(await client.authenticate(), paymentId);
    assert.equal(status, 'COMPLETED');
  }

  test('starts a sandbox that takes payments', async () => {
    dev = startDev();
    await dev.prints('[dev] started in');
    const client = dev.client();
    const token = await client.authenticate();
    const { body } = await client.payByCard({ token });
    paymentId = String(body['paymentId']);
    await client.waitForStatus(token, paymentId, 'COMPLETED');
    await dev.prints('[dev] types: no errors');
  });

  test('starts another process with the same data when a file is saved', async () => {
    const before = owner();
    appendFileSync(join(copy, typed), "export const wrong: number = 'text';\n");
    await dev.prints(`[dev] changed: ${typed}\n`);
    await dev.prints('[dev] restarted in');
    assert.notEqual(owner(), before);
    await assertPaid();
  });

  test('shows type errors', () => dev.prints(`[dev] types: 1 error\n  ${typed}(`));

  test('builds only the payment page when a style is saved', async () => {
    const client = dev.client();
    const before = [owner(), (await client.call('GET', '/dev/version')).text];
    const page = async (): Promise<string> =>
      (await client.call('GET', '/pay/10000001/none/none')).text;
    assert.match(await page(), /<script src="\/dev\/reload\.js" data-version/);
    appendFileSync(join(copy, 'paywall/src/page/style/base.css'), '.saved { color: #123456; }\n');
    await dev.prints('[dev] payment page built in');
    assert.match(await page(), /\.saved\{color:#123456\}/);
    assert.equal(owner(), before[0]);
    assert.notEqual((await client.call('GET', '/dev/version')).text, before[1]);
  });

  test('keeps the running sandbox when the sources cannot be loaded', async () => {
    const before = owner();
    writeFileSync(source, `${text}\nexport const = 1;\n`);
    await dev.prints('SyntaxError');
    await dev.prints('[dev] the sources cannot be loaded; the sandbox runs the code from before');
    assert.equal(owner(), before);
    await assertPaid();
    writeFileSync(source, text);
    await dev.prints('[dev] restarted in');
    assert.notEqual(owner(), before);
    await assertPaid();
  });

  test('tries again after a start that failed, and after one that does not end', async () => {
    const plant = (line: string): void => writeFileSync(run, launch.replace(FIRST_LINE, line));
    plant('const { config } = null;');
    await dev.prints('TypeError');
    await dev.prints('[dev] the sandbox has ended; the next change tries again');
    plant("process.stderr.write('It hangs.'); await new Promise(() => undefined);");
    await dev.prints('It hangs.');
    writeFileSync(run, launch);
    await dev.prints('[dev] restarted in');
    await assertPaid();
  });

  test('ends with everything that it started', async () => {
    // Twice, as after Ctrl-C: from the terminal and from npm.
    dev.child.kill('SIGINT');
    dev.child.kill('SIGINT');
    const [code] = (await once(dev.child, 'exit')) as [number | null];
    assert.equal(code, 0);
    assert.equal(owner(), undefined, 'the database is not closed');
    await until(() => processes().length === 0, 'the end of all processes');
  });

  test('leaves nothing behind when it is killed', async () => {
    dev = startDev();
    await dev.prints('[dev] started in');
    await assertPaid();
    dev.child.kill('SIGKILL');
    await until(() => processes().length === 0, 'the end of all processes');
    assert.equal(owner(), undefined, 'the database is not closed');
  });

  test('refuses production', async () => {
    const args = ['cli/src/dev/main.ts'];
    const env = { ...programEnvironment(), BRAMKA_ENV: 'production' };
    const [code] = (await once(
      spawn(process.execPath, args, { cwd: copy, env, stdio: 'ignore' }),
      'exit',
    )) as [number | null];
    assert.equal(code, 1);
  });
});
