// Tests of the key management service behind a command: what it receives, every way it can fail,
// and that no secret is in its arguments or in a message.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { secret } from '../../core/secret.ts';
import { encryptionByCommand } from './command-encryption.ts';
import { KeyEncryptionFailed, WrongKey } from './key-encryption.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-command-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const plain = Buffer.alloc(32, 5);
let number = 0;

/** A command with this shell script; it is given a fixed first argument. */
function commandOf(script: string, timeoutMs?: number) {
  const file = join(scratch, `command-${String((number += 1))}.sh`);
  writeFileSync(file, script);
  return encryptionByCommand({
    command: `sh ${file} 'first argument'`,
    environment: secret({ PATH: process.env['PATH'] ?? '', SERVICE_REGION: 'pl' }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

describe('a key management service behind a command', () => {
  test('wraps and unwraps, with the context and its own environment', async () => {
    const log = join(scratch, 'log');
    // Wrapping reverses the base64 text and adds the context in front.
    const both = commandOf(`
      echo "$# $1 $2 $BRAMKA_KEY_CONTEXT $SERVICE_REGION" >> ${log}
      read -r text
      if [ "$2" = wrap ]; then printf '%s|%s' "$BRAMKA_KEY_CONTEXT" "$text" | base64 -w 0
      else printf '%s' "$text" | base64 -d | sed 's/^.*|//'; fi`);
    const wrapped = await both.wrap(plain, 'root 1');
    assert.match(wrapped.toString(), /^root 1\|/);
    assert.ok((await both.unwrap(wrapped, 'root 1')).equals(plain));
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    assert.deepEqual(lines, [
      '2 first argument wrap root 1 pl',
      '2 first argument unwrap root 1 pl',
    ]);
  });

  test('exit code 3 of unwrap means another key', async () => {
    await assert.rejects(commandOf('exit 3').unwrap(plain, 'x'), WrongKey);
    await assert.rejects(commandOf('exit 3').wrap(plain, 'x'), KeyEncryptionFailed);
  });

  const key = plain.toString('base64');
  const failures: [what: string, script: string, message: RegExp][] = [
    ['an exit code', 'exit 7', /at wrap: exit code 7$/],
    ['a complaint', 'echo "no such key" >&2; exit 1', /exit code 1 \(no such key\)$/],
    ['a key in the complaint', 'read -r x; echo "bad $x" >&2; exit 1', /\(bad \*\*\*\)$/],
    ['no answer', 'exit 0', /did not print base64$/],
    ['another answer', 'echo "hello world"', /did not print base64$/],
    ['an endless answer', 'yes', /printed too much$/],
    ['a missing program', 'exec no-such-program', /exit code 127/],
  ];
  for (const [what, script, message] of failures) {
    test(`${what} is one sentence without a secret`, async () => {
      await assert.rejects(commandOf(script).wrap(plain, 'x'), (error) => {
        assert.ok(error instanceof KeyEncryptionFailed);
        assert.match(error.message, message);
        assert.ok(!error.message.includes(key));
        return true;
      });
    });
  }

  test('a command that hangs is stopped', async () => {
    await assert.rejects(commandOf('sleep 60', 100).wrap(plain, 'x'), /did not end within 100 ms$/);
  });

  test('its name depends on the command only', () => {
    const [one, two] = [commandOf('exit 1'), commandOf('exit 1')];
    assert.match(one.id, /^command [0-9a-f]{16}$/);
    assert.notEqual(one.id, two.id);
  });
});
