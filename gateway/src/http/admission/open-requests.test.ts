// How many requests one address may have open, and who makes way when there are too many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../core/refusals.ts';
import { openRequests } from './open-requests.ts';

function rig(most: number) {
  const open = openRequests(most);
  const dismissed: string[] = [];
  const begin = (name: string, address = 'a', isExempt = false) =>
    open.begin(address, () => dismissed.push(name), isExempt);
  return { begin, dismissed };
}

const isRefusal = (error: Refusal): boolean =>
  error.code === 'TOO_MANY_REQUESTS' && error.retryAfterSeconds === 1;

test('lets as many in as the limit says, and refuses the next when all are being answered', () => {
  const { begin, dismissed } = rig(2);
  const first = begin('first');
  first.arrived();
  begin('second').arrived();
  assert.throws(() => begin('third'), isRefusal);
  first.end();
  begin('fourth').arrived();
  assert.throws(() => begin('fifth'), isRefusal);
  assert.deepEqual(dismissed, []);
});

test('lets the request that has been arriving for longest make way for a new one', () => {
  const { begin, dismissed } = rig(3);
  begin('answered').arrived();
  begin('slow');
  begin('slower');
  begin('new');
  assert.deepEqual(dismissed, ['slow']);
  begin('newer');
  assert.deepEqual(dismissed, ['slow', 'slower']);
});

test('counts one that was answered before it had arrived until it ends, as one to make way', () => {
  const { begin, dismissed } = rig(2);
  const early = begin('early');
  early.arrived();
  begin('other').arrived();
  early.lingers();
  begin('new').arrived();
  assert.deepEqual(dismissed, ['early']);
  early.lingers();
  assert.throws(() => begin('one more'), isRefusal);
});

test('counts addresses apart', () => {
  const { begin, dismissed } = rig(1);
  begin('mine', 'a').arrived();
  begin('yours', 'b').arrived();
  assert.throws(() => begin('mine too', 'a'), isRefusal);
  assert.deepEqual(dismissed, []);
});

test('counts exempt requests, but refuses none', () => {
  const { begin } = rig(1);
  begin('one').arrived();
  const check = begin('check', 'a', true);
  check.arrived();
  check.end();
  assert.throws(() => begin('two'), isRefusal);
});

test('counts an end once', () => {
  const { begin } = rig(2);
  const first = begin('first');
  begin('second').arrived();
  first.end();
  first.end();
  begin('third').arrived();
  assert.throws(() => begin('fourth'), isRefusal);
});

test('has no limit at 0', () => {
  const { begin } = rig(0);
  for (let count = 0; count < 5000; count += 1) begin('any').arrived();
});
