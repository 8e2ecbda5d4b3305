// Tests of what the doctor says about a trust file that can be used.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './trust-files.ts';

const now = Date.UTC(2026, 10, 16);
const DAY_MS = 24 * 60 * 60 * 1000;
const verdict = (until: number | null) =>
  verdictOf({ path: '/r.json', expiresAt: () => until }, now);

test('a file is a problem when its last root expires within 30 days', () => {
  deepEqual(verdict(now + 30 * DAY_MS), { ok: true, what: '/r.json can be used until 2026-12-16' });
  const what = 'the last root in /r.json expires on 2026-12-15; get a newer file';
  deepEqual(verdict(now + 30 * DAY_MS - 1), { ok: false, what });
  deepEqual(verdict(null), { ok: true, what: '/r.json can be used' });
});
