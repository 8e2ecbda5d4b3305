// The guide to notifications: its example is signed as the gateway signs, and its receivers in
// other languages accept what the gateway sends and nothing else.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { secret } from '@bramka/gateway/core/secret.ts';
import { eventFields } from '@bramka/gateway/events/event.ts';
import { notificationHeaders } from '@bramka/gateway/events/message/sign.ts';
import { findOnPath } from '../setup/commands.ts';

const file = join(import.meta.dirname, '../../docs/guides/notifications.md');
const guide = readFileSync(file, 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

test('the example is a message as the gateway writes and signs it', () => {
  const [head = '', body = ''] = (blocks('http')[0] ?? '').trim().split('\n\n');
  const [line, ...shown] = head.split('\n');
  assert.equal(line, 'POST /bramka/payment HTTP/1.1');
  const message = JSON.parse(body) as Record<string, string>;
  const order = Object.keys(message).map((name) => eventFields.indexOf(name as 'event'));
  assert.ok(!order.includes(-1));
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  );
  const { eventId = '', occurredAt = '' } = message;
  const secrets = [secret('notify-secret-10000001')];
  const headers = notificationHeaders(body, eventId, secrets, Date.parse(occurredAt));
  const { 'user-agent': _agent, ...signed } = headers;
  const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}`);
  assert.deepEqual(
    shown.map((one) => one.replace(/^[\w-]+/, (name) => name.toLowerCase())),
    lines,
  );
});

interface Case {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** What the check of the headers of Standard Webhooks says. */
  readonly isGenuine: boolean;
  /** What the check of Signature says, which does not know the time. */
  readonly hasGenuineValues: boolean;
}

function casesAt(nowMs: number): Case[] {
  const eventId = '0199b1c6-7a52-7c1e-8f43-5d0b6a2e9c10';
  const body = JSON.stringify({
    event: 'PAYMENT_STATUS',
    eventId,
    amount: '100.50',
    sequence: 12,
    extOrderId: 'zamówienie "7"\n\\ 🧾',
  });
  const made = (atMs: number, ...signers: string[]) =>
    notificationHeaders(
      body,
      eventId,
      signers.map((one) => secret(one)),
      atMs,
    );
  const now = made(nowMs, 'new');
  const roll = made(nowMs, 'new', 'old');
  const changed = body.replace('100.50', '100.51');
  const both = (isGood: boolean) => ({ isGenuine: isGood, hasGenuineValues: isGood });
  const onlyValues = { isGenuine: false, hasGenuineValues: true };
  const bare = { signature: String(now['signature']) };
  const other = { ...now, 'webhook-id': 'another' };
  return [
    { name: 'genuine', body, headers: now, secrets: ['new'], ...both(true) },
    { name: 'new secret in a roll', body, headers: roll, secrets: ['new'], ...both(true) },
    { name: 'old secret in a roll', body, headers: roll, secrets: ['old'], ...both(true) },
    { name: 'one of two secrets', body, headers: now, secrets: ['old', 'new'], ...both(true) },
    { name: 'another secret', body, headers: now, secrets: ['old'], ...both(false) },
    { name: 'a changed amount', body: changed, headers: now, secrets: ['new'], ...both(false) },
    { name: 'no headers', body, headers: {}, secrets: ['new'], ...both(false) },
    { name: 'other bytes', body: `${body} `, headers: now, secrets: ['new'], ...onlyValues },
    { name: 'another id', body, headers: other, secrets: ['new'], ...onlyValues },
    { name: 'Signature alone', body, headers: bare, secrets: ['new'], ...onlyValues },
    ...[-301_000, 310_000].map((shift) => ({
      name: `sent ${shift / 1000} seconds from now`,
      body,
      headers: made(nowMs + shift, 'new'),
      secrets: ['new'],
      ...onlyValues,
    })),
    {
      name: 'sent four minutes ago',
      body,
      headers: made(nowMs - 240_000, 'new'),
      secrets: ['new'],
      ...both(true),
    },
  ];
}

const programs = {
  python: {
    command: 'python3',
    words: (code: string) => ['-c', code],
    source: () => `${blocks('python').join('\n')}
import sys
for case in json.load(sys.stdin):
    given = (case["body"].encode(), case["headers"], case["secrets"])
    print(verify(*given), verify_values(*given))`,
  },
  php: {
    command: 'php',
    words: (code: string) => ['-r', code],
    source: () => `${(blocks('php')[0] ?? '').replace('<?php', '')}
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    echo verify($case['body'], $case['headers'], $case['secrets']) ? 'True' : 'False', PHP_EOL;
}`,
  },
};

for (const [language, { command, words, source }] of Object.entries(programs)) {
  const path = findOnPath(command);
  const skip = path === undefined && `no ${command} on this machine`;
  test(`the receiver in ${language} accepts what is genuine`, { skip }, () => {
    const cases = casesAt(Date.now());
    const printed = execFileSync(path ?? '', words(source()), {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    });
    const answers = printed.trim().split('\n');
    assert.deepEqual(
      answers.map((line, place) => `${cases[place]?.name}: ${line}`),
      cases.map(({ name, isGenuine, hasGenuineValues }) => {
        const said = language === 'python' ? [isGenuine, hasGenuineValues] : [isGenuine];
        return `${name}: ${said.map((one) => (one ? 'True' : 'False')).join(' ')}`;
      }),
    );
  });
}
