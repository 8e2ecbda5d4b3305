// The guide about ISO 8583: its packager file can be used, and its lists are complete.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { iso8583Connection } from '@bramka/gateway/providers/iso8583/connection.ts';
import { operations } from '@bramka/gateway/providers/iso8583/profile/host-profile.ts';
import { factNames } from '@bramka/gateway/providers/iso8583/profile/private-fields.ts';
import { readProfile } from '@bramka/gateway/providers/iso8583/profile/read-profile.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/guides/iso8583.md'), 'utf8');

test('the packager file of the guide can be used', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  const profile = readProfile(JSON.parse(json));
  assert.equal(profile.packager.frame.header, '6000010000');
  assert.equal(profile.types.reverse, '0420');
});

test('the guide names every setting, fact and operation', () => {
  const names = Object.values(iso8583Connection.settings).map(({ name }) => name);
  for (const name of [...names, ...factNames, ...operations]) {
    assert.ok(page.includes(`\`${name}\``) || page.includes(`\`${name} `), name);
  }
});
