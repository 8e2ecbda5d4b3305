// Tests of which directory server handles the cards of an organization, and of its id.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizations } from './card-number.ts';
import { directoryServerIds, directoryServerOf, directoryServers } from './directory-server.ts';

test('Maestro and Diners use the server of their owner, others their own', () => {
  const others = organizations.filter((one) => directoryServerOf(one) !== one);
  assert.deepEqual(others, ['MAESTRO', 'DINERS']);
  assert.equal(directoryServerOf('MAESTRO'), 'MASTERCARD');
  assert.equal(directoryServerOf('DINERS'), 'DISCOVER');
});

test('every server belongs to an organization and has its own id', () => {
  const used = new Set(organizations.map(directoryServerOf));
  assert.deepEqual([...used].sort(), [...directoryServers].sort());
  const ids = directoryServers.map((server) => directoryServerIds[server]);
  for (const id of ids) assert.match(id, /^A000000[0-9]{3}$/);
  assert.equal(new Set(ids).size, directoryServers.length);
});
