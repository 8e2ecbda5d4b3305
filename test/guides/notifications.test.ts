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

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** The time of the receiver in seconds. */
  readonly now: number;
  readonly isSignatureValid: boolean;
  readonly isStandardValid: boolean;
}

/** The published vectors, and messages without some of the headers. */
function readVectors(): Vector[] {
  const path = join(import.meta.dirname, '../../docs/vectors/notifications.json');
  const { vectors } = JSON.parse(readFileSync(path, 'utf8')) as { vectors: Vector[] };
  const [genuine] = vectors;
  assert.ok(genuine?.isStandardValid && vectors.length > 15);
  const { signature = '', ...standard } = genuine.headers;
  const without = { ...genuine, isStandardValid: false };
  const otherId = { signature, ...standard, 'webhook-id': 'another' };
  return [
    ...vectors,
    { ...without, name: 'no headers', headers: {}, isSignatureValid: false },
    { ...without, name: 'only Signature', headers: { signature } },
    { ...without, name: 'another id', headers: otherId },
  ];
}

const programs = {
  python: {
    command: 'python3',
    words: (code: string) => ['-c', code],
    source: () => `${blocks('python').join('\n')}
import sys
for case in json.load(sys.stdin):
    time.time = lambda: case["now"]
    given = (case["body"].encode(), case["headers"], case["secrets"])
    print(verify(*given), verify_values(*given))`,
    checks: ['isStandardValid', 'isSignatureValid'],
  },
  php: {
    command: 'php',
    words: (code: string) => ['-r', code],
    source: () => `namespace guide;
function time() { return $GLOBALS['now']; }
${(blocks('php')[0] ?? '').replace('<?php', '')}
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    $GLOBALS['now'] = $case['now'];
    echo verify($case['body'], $case['headers'], $case['secrets']) ? 'True' : 'False', PHP_EOL;
}`,
    checks: ['isStandardValid'],
  },
} as const;

for (const [language, { command, words, source, checks }] of Object.entries(programs)) {
  const path = findOnPath(command);
  const skip = path === undefined && `no ${command} on this machine`;
  test(`the receiver in ${language} accepts what is genuine`, { skip }, () => {
    const vectors = readVectors();
    const input = JSON.stringify(vectors);
    const printed = execFileSync(path ?? '', words(source()), { input, encoding: 'utf8' });
    assert.deepEqual(
      printed.trim().split('\n'),
      vectors.map((vector) => checks.map((one) => (vector[one] ? 'True' : 'False')).join(' ')),
    );
  });
}
