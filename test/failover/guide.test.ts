// The guide shows the settings that the failover cluster runs with, and they fit together.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { haproxySettings, patroni3, patroni4, shared } from './settings.ts';

const guide = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'guides', 'high-availability.md'),
  'utf8',
);

type Settings = { readonly [name: string]: string | number | boolean | Settings };

function yaml(settings: Settings, indent: string): string {
  return Object.entries(settings)
    .map(([name, value]) =>
      typeof value === 'object'
        ? `${indent}${name}:\n${yaml(value, `${indent}  `)}`
        : `${indent}${name}: ${String(value)}\n`,
    )
    .join('');
}

test('the guide shows the settings of Patroni that the cluster runs with', () => {
  const settings = yaml({ ...patroni3.lease, ...shared }, '    ');
  assert.ok(guide.includes(`  dcs:\n${settings}`), `the guide should contain\n${settings}`);
  assert.ok(guide.includes(`${patroni3.etcdApi}: { hosts: [`));
  assert.match(guide, new RegExp(`watchdog: .*safety_margin: ${patroni3.watchdogMargin} }`));
});

test('the guide shows what differs with Patroni 4', () => {
  const { etcdApi, lease, watchdogMargin } = patroni4;
  const values = [etcdApi, lease.ttl, lease.loop_wait, lease.retry_timeout, watchdogMargin];
  assert.match(
    guide,
    new RegExp(`\\| Patroni 4 .*\\| ${values.map((one) => `\`?${one}\`?`).join(' +\\| ')} +\\|`),
  );
});

test('the guide shows the settings of HAProxy that the cluster runs with', () => {
  const settings = haproxySettings('127.0.0.1:5432');
  assert.ok(guide.includes(settings), `the guide should contain\n${settings}`);
});

for (const { title, lease, watchdogMargin } of [patroni3, patroni4]) {
  describe(`the lease of ${title}`, () => {
    const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = lease;
    const longestLoop = loopWait + 2 * retryTimeout;

    test('outlasts a loop in which each request to etcd is repeated', () => {
      assert.ok(longestLoop < ttl, `${longestLoop} s of ${ttl} s`);
    });

    test('ends after the watchdog has reset the machine, which outlasts that loop as well', () => {
      assert.ok(watchdogMargin >= 1);
      assert.ok(longestLoop <= ttl - watchdogMargin);
    });
  });
}
