// Tests of the check of deliveries: every kind of violation is found, and right deliveries pass.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  findMissing,
  findViolations,
  type Delivery,
  type ReceiverResult,
} from './delivery-check.ts';

/** Such as `a1 accepted`: event 1 of subject a. */
function deliveries(...lines: readonly string[]): Delivery[] {
  return lines.map((line) => {
    const [event = '', result, body = 'bytes', path = '/payment'] = line.split(' ');
    const [subject = '', sequence] = [event.slice(0, 1), Number(event.slice(1))];
    return { eventId: event, subject, sequence, body, path, result: result as ReceiverResult };
  });
}

describe('violations of deliveries', () => {
  const right: readonly (readonly string[])[] = [
    [],
    ['a1 accepted', 'a2 accepted', 'a3 refused', 'a4 accepted'],
    ['a1 again', 'a1 again', 'a1 accepted', 'a2 accepted'],
    ['a1 accepted', 'b1 again', 'a2 accepted', 'b1 accepted', 'b2 accepted'],
  ];
  for (const lines of right) {
    test(`none in: ${lines.join(', ')}`, () => {
      assert.deepEqual(findViolations(deliveries(...lines)), []);
    });
  }

  const wrong: [problem: string, ...lines: string[]][] = [
    ['a1 came after it was accepted', 'a1 accepted', 'a1 accepted'],
    ['a1 came after it was refused', 'a1 refused', 'a1 again'],
    ['a1 came again with other bytes or at another path', 'a1 again x', 'a1 accepted y'],
    ['a1 came again with other bytes or at another path', 'a1 again x /a', 'a1 accepted x /b'],
    ['a got 2 when 0 had ended', 'a2 accepted'],
    ['a got 2 when 0 had ended', 'a1 again', 'a2 again'],
    ['a got 3 when 1 had ended', 'a1 accepted', 'a3 accepted'],
  ];
  for (const [problem, ...lines] of wrong) {
    test(`${problem}: ${lines.join(', ')}`, () => {
      assert.deepEqual(findViolations(deliveries(...lines)), [problem]);
    });
  }

  test('an accepted event may come again after a crash, with the same bytes and in order', () => {
    const check = (...lines: string[]): string[] =>
      findViolations(deliveries(...lines), { isRepeatAllowed: true });
    assert.deepEqual(check('a1 accepted', 'a1 accepted', 'a2 accepted'), []);
    assert.deepEqual(check('a1 accepted', 'a2 accepted', 'a1 accepted'), [
      'a got 1 when 2 had ended',
    ]);
    assert.equal(check('a1 accepted x', 'a1 accepted y').length, 1);
  });
});

test('missing events are those that were neither accepted nor refused', () => {
  const got = deliveries('a1 accepted', 'a2 again', 'b1 refused');
  assert.deepEqual(findMissing(got, ['a1', 'a2', 'b1', 'b2']), ['a2', 'b2']);
});
