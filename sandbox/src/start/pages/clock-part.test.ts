// Tests of how the start page tells the state of the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockState } from './clock-part.ts';

const rows: [frozen: boolean, offsetSeconds: number, sentence: string][] = [
  [false, 0, 'The clock runs, at real time.'],
  [false, 3_600, 'The clock runs, 1 hour ahead of real time.'],
  [true, 2_685_601, 'The clock is frozen, 31 days and 2 hours ahead of real time.'],
  [true, -61, 'The clock is frozen, 1 minute and 1 second behind real time.'],
];
for (const [frozen, offsetSeconds, sentence] of rows) {
  test(sentence, () => {
    const { text } = clockState({ now: '2026-03-01T12:00:00.123Z', frozen, offsetSeconds });
    assert.ok(text.includes(`>${sentence}<`), text);
    assert.match(text, />2026-03-01 12:00:00 UTC</);
  });
}
