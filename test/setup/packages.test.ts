// Tests of the installer of test tools with simulated machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensurePackages } from './packages.ts';
import type { Machine } from './packages.ts';

function machineWith(options: { installed: boolean; canInstall: boolean; aptWorks: boolean }) {
  let installed = options.installed;
  const calls: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    needs: [{ title: 'Chromium', debianPackage: 'chromium', isMet: () => installed }],
    canInstall: options.canInstall,
    aptGet: (args) => {
      calls.push(args.join(' '));
      if (options.aptWorks && args[0] === 'install') installed = true;
      return { ok: options.aptWorks, output: '', lastError: 'E: no network' };
    },
    say: (line) => said.push(line),
  };
  return { machine, calls, said };
}

test('does nothing and prints nothing if every tool is installed', () => {
  const { machine, calls, said } = machineWith({
    installed: true,
    canInstall: true,
    aptWorks: true,
  });
  assert.equal(ensurePackages(machine), undefined);
  assert.deepEqual([calls, said], [[], []]);
});

test('updates once, installs missing packages and prints one line', () => {
  const { machine, calls, said } = machineWith({
    installed: false,
    canInstall: true,
    aptWorks: true,
  });
  assert.equal(ensurePackages(machine), undefined);
  assert.deepEqual(calls, ['update', 'install --yes --no-install-recommends chromium']);
  assert.equal(said.length, 1);
});

test('reports a failing apt-get in one sentence with the reason', () => {
  const { machine } = machineWith({ installed: false, canInstall: true, aptWorks: false });
  assert.equal(
    ensurePackages(machine),
    'Not found: Chromium (apt-get: E: no network); the tests that need it are skipped.',
  );
});

test('never calls apt-get where it may not install', () => {
  const { machine, calls } = machineWith({ installed: false, canInstall: false, aptWorks: true });
  assert.equal(ensurePackages(machine), 'Not found: Chromium; the tests that need it are skipped.');
  assert.deepEqual(calls, []);
});

test('installs the other package where the first one does not exist', () => {
  const { machine, calls } = machineWith({ installed: false, canInstall: true, aptWorks: true });
  const isUnknown = (args: readonly string[]): boolean => args.includes('chromium-headless-shell');
  const failed = { ok: false, output: '', lastError: 'E: Unable to locate package' };
  const older: Machine = {
    ...machine,
    needs: machine.needs.map((need) => ({
      ...need,
      debianPackage: 'chromium-headless-shell',
      otherPackage: 'chromium',
    })),
    aptGet: (args) => (isUnknown(args) ? failed : machine.aptGet(args)),
  };
  assert.equal(ensurePackages(older), undefined);
  assert.deepEqual(calls, ['update', 'install --yes --no-install-recommends chromium']);
});
