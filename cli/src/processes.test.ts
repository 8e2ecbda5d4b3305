// `bramka sandbox` and `bramka paywall` inside this process: they serve until they are stopped, say
// in one sentence why they cannot start, and the guide lists the variables of their help.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { until } from '@bramka/test/support/waiting/until.ts';
import { runCommand } from './program.ts';
import { runBramka } from './testing/run-bramka.ts';

const rows: [command: string, env: Record<string, string>, path: string][] = [
  ['sandbox', {}, '/acs/challenge/unknown'],
  ['paywall', { BRAMKA_GATEWAY_URL: 'http://127.0.0.1:1' }, '/health/live'],
];

for (const [command, env, path] of rows) {
  test(`bramka ${command} serves until it is stopped`, async () => {
    const stop = new AbortController();
    let printed = '';
    const ended = runCommand([command], {
      env: { PORT: '0', ...env },
      print: (text) => (printed += text),
      printError: (text) => (printed += text),
      stopSignal: () => stop.signal,
    });
    await until(() => printed.includes('http://'), 'the address');
    const { origin } = new URL(/http:\S+/.exec(printed)?.[0] ?? '');
    const reply = await fetch(`${origin}${path}`);
    await reply.arrayBuffer();
    assert.ok(reply.status < 500, `status ${reply.status}`);
    stop.abort();
    assert.equal(await ended, 0);
    await assert.rejects(fetch(`${origin}${path}`), 'nobody listens');
  });

  test(`bramka ${command} says in one sentence why it cannot start`, async () => {
    const { code, stderr } = await runBramka([command], { ...env, PORT: '80800' });
    assert.equal(code, 1);
    assert.match(stderr, /^bramka: the [a-z ]+ cannot start: PORT must be a whole number.*\n$/);
  });

  test(`the guide lists the variables of bramka ${command}`, async () => {
    const { stdout } = await runBramka([command, '--help']);
    const list = stdout.slice(stdout.indexOf('Environment variables'));
    const names = [...list.matchAll(/^ {2}([A-Z_]{4,}) {2}/gm)].map(([, name = '']) => name);
    assert.ok(names.length >= 5, stdout);
    const guide = readFileSync(new URL('../../docs/guides/operating.md', import.meta.url), 'utf8');
    const listed = guide.split('\n').filter((line) => line.startsWith('| `'));
    for (const name of names) {
      assert.ok(
        listed.some((line) => line.includes(`\`${name}\``)),
        name,
      );
    }
    assert.ok(
      stdout.split('\n').every((line) => line.length <= 84),
      stdout,
    );
  });
}
