// Tests of drafts: what one entry collects.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { Draft } from './entry.ts';
import { table } from './table.ts';

const shelves = table('test.draft_shelves', {
  columns: { shelfId: 'text', place: 'integer', books: 'integer' },
  key: ['shelfId', 'place'],
  mutable: ['books'],
});

test('a later update of the same row replaces the earlier one', () => {
  const draft = new Draft()
    .update(shelves, { shelfId: 'a', place: 1, books: 1 })
    .update(shelves, { shelfId: 'a', place: 2, books: 2 })
    .update(shelves, { shelfId: 'a', place: 1, books: 3 });
  deepEqual(
    draft.updates.map(({ row }) => row),
    [
      { shelfId: 'a', place: 1, books: 3 },
      { shelfId: 'a', place: 2, books: 2 },
    ],
  );
});
