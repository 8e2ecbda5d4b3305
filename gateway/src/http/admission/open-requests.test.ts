// Tests of the limit on open requests per address, and of which request is dismissed at the limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../core/refusals.ts';
import { openRequests } from './open-requests.ts';

function setUp(max: number) {
  const open = openRequests(max);
  const dismissed: string[] = [];
  const begin = (name: string, address = 'a', isExempt = false) =>
    open.begin(address, () => dismissed.push(name), isExempt);
  return { begin, dismissed };
}

const isRefusal = (error: Refusal): boolean =>
  error.code === 'TOO_MANY_REQUESTS' && error.retryAfterSeconds === 1;

test('admits as many as the limit, and refuses the next when all are being answered', () => {
  const { begin, dismissed } = setUp(2);
  const first = begin('first');
  first.markArrived();
  begin('second').markArrived();
  assert.throws(() => begin('third'), isRefusal);
  first.end();
  begin('fourth').markArrived();
  assert.throws(() => begin('fifth'), isRefusal);
  assert.deepEqual(dismissed, []);
});

test('dismisses the request that has been arriving longest for a new one', () => {
  const { begin, dismissed } = setUp(3);
  begin('answered').markArrived();
  begin('slow');
  begin('slower');
  begin('new');
  assert.deepEqual(dismissed, ['slow']);
  begin('newer');
  assert.deepEqual(dismissed, ['slow', 'slower']);
});

test('counts a request answered before it arrived until it ends, and may dismiss it', () => {
  const { begin, dismissed } = setUp(2);
  const early = begin('early');
  early.markArrived();
  begin('other').markArrived();
  early.markLingering();
  begin('new').markArrived();
  assert.deepEqual(dismissed, ['early']);
  early.markLingering();
  assert.throws(() => begin('one more'), isRefusal);
});

test('counts addresses separately', () => {
  const { begin, dismissed } = setUp(1);
  begin('mine', 'a').markArrived();
  begin('yours', 'b').markArrived();
  assert.throws(() => begin('mine too', 'a'), isRefusal);
  assert.deepEqual(dismissed, []);
});

test('counts exempt requests, but never refuses them', () => {
  const { begin } = setUp(1);
  begin('one').markArrived();
  const check = begin('check', 'a', true);
  check.markArrived();
  check.end();
  assert.throws(() => begin('two'), isRefusal);
});

test('counts the end of a request once', () => {
  const { begin } = setUp(2);
  const first = begin('first');
  begin('second').markArrived();
  first.end();
  first.end();
  begin('third').markArrived();
  assert.throws(() => begin('fourth'), isRefusal);
});

test('0 means no limit', () => {
  const { begin } = setUp(0);
  for (let count = 0; count < 5000; count += 1) begin('any').markArrived();
});
