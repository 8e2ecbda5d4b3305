// Tests of card ranges from a directory server: whole lists and changes; unusable entries are
// skipped and counted, and incomplete ranges get the versions that every partner supports.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { readPRes } from './read-ranges.ts';
import { buildPReq } from './write.ts';

fc.configureGlobal({ seed });

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
const signature = { threeDSServerRefNumber: 'TEST' };
const whole = { ...buildPReq(ID), ...signature };
const news = { ...buildPReq(ID, '17'), ...signature };
const entry = {
  startRange: '4917110000000000',
  endRange: '4917110099999999',
  acsStartProtocolVersion: '2.1.0',
  acsEndProtocolVersion: '2.3.1',
};
const pres = {
  messageType: 'PRes',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  dsTransID: ID,
  dsStartProtocolVersion: '2.1.0',
  dsEndProtocolVersion: '2.2.0',
  serialNum: '18',
  cardRangeData: [entry],
};
const range = {
  from: '4917110000000000',
  to: '4917110099999999',
  action: 'A',
  acsStart: '2.1.0',
  acsEnd: '2.3.1',
  dsStart: '2.1.0',
  dsEnd: '2.2.0',
  threeDSMethodURL: null,
};
const read = (body: unknown, asked = whole) => readPRes({ status: 200, body }, asked);

test("reads a whole list; a range without directory server versions uses the list's", () => {
  assert.deepEqual(read(pres), {
    kind: 'answered',
    ranges: [range],
    changes: false,
    serialNum: '18',
    skipped: 0,
    assumed: 0,
  });
});

test('reads changes, also an empty list of changes', () => {
  const deleted = { ...entry, actionInd: 'D' };
  const told = { kind: 'answered', changes: true, serialNum: '18', skipped: 0, assumed: 0 };
  const answer = read({ ...pres, cardRangeData: [deleted] }, news);
  assert.deepEqual(answer, { ...told, ranges: [{ ...range, action: 'D' }] });
  assert.deepEqual(read({ ...pres, cardRangeData: undefined }, news), { ...told, ranges: [] });
});

test('refuses a missing or unusable whole list, accepts an empty one', () => {
  const garbage = { kind: 'error', why: 'garbage' };
  for (const cardRangeData of [undefined, null, [{}], {}, 'all', [{ ...entry, endRange: 1 }]]) {
    assert.deepEqual(read({ ...pres, cardRangeData }), garbage);
  }
  const empty = read({ ...pres, cardRangeData: [] });
  assert.deepEqual(empty.kind === 'answered' && empty.ranges, []);
});

const taken = { acsStart: '2.1.0', acsEnd: '2.2.0', dsStart: '2.1.0', dsEnd: '2.2.0' };
const newest = '"acsStartProtocolVersion": "2.3.1", "acsEndProtocolVersion": "2.3.1"';

// The change to the entry; the difference in the range, that its versions are assumed, or that it
// is skipped.
const entries = `
  {"startRange": "4917110000000001"}                  | {"from": "4917110000000001"}
  {"endRange": "4917110000000000"}                    | {"to": "4917110000000000"}
  {"actionInd": "M"}                                  | {"action": "M"}
  {"actionInd": null}                                 | {}
  {"dsStartProtocolVersion": "2.2.0"}                 | {"dsStart": "2.2.0"}
  {"dsEndProtocolVersion": "2.3.1"}                   | {"dsEnd": "2.3.1"}
  {"dsStartProtocolVersion": "none"}                  | {}
  {"threeDSMethodURL": "https://acs.example/m"} | {"threeDSMethodURL": "https://acs.example/m"}
  {"threeDSMethodURL": "javascript:1"}                | {}
  {"threeDSMethodURL": "https://a.example/${'m'.repeat(250)}"} | {}
  {"acsInfoInd": ["01"], "unknown": 1}                | {}
  {"startRange": "4917110099999999", "endRange": "4917110000000000"} | left out
  {"startRange": "491711000000"}                      | left out
  {"startRange": 4917110000000000}                    | left out
  {"endRange": "49171100999999999"}                   | left out
  {"endRange": "491711009999999x"}                    | left out
  {"acsStartProtocolVersion": null}                   | everybody's
  {"acsEndProtocolVersion": "2"}                      | everybody's
  {"acsEndProtocolVersion": "02.2.0"}                 | everybody's
  {"acsStartProtocolVersion": "2.3.1", "acsEndProtocolVersion": "2.2.0"} | everybody's
  {"dsStartProtocolVersion": "2.10.0"}                | everybody's
  {${newest}, "dsStartProtocolVersion": "2.10.0"}     | everybody's
`;
for (const line of entries.trim().split('\n')) {
  const [json = '', expected = ''] = line.split(' | ').map((cell) => cell.trim());
  test(`an entry with ${json.slice(0, 120)}: ${expected}`, () => {
    const changed = { ...entry, ...(JSON.parse(json) as object) };
    const answer = read({ ...pres, cardRangeData: [changed] }, news);
    assert.ok(answer.kind === 'answered');
    const isLeftOut = expected === 'left out';
    const isAssumed = expected === "everybody's";
    assert.deepEqual([answer.skipped, answer.assumed], [isLeftOut ? 1 : 0, isAssumed ? 1 : 0]);
    const different = expected.startsWith('{') ? (JSON.parse(expected) as object) : taken;
    assert.deepEqual(answer.ranges, isLeftOut ? [] : [{ ...range, ...different }]);
  });
}

test('a range without versions keeps its 3DS Method, also in a whole list', () => {
  const { startRange, endRange } = entry;
  const bare = { startRange, endRange, threeDSMethodURL: 'https://acs.example/m' };
  const answer = read({ ...pres, cardRangeData: [bare] });
  assert.ok(answer.kind === 'answered');
  const { threeDSMethodURL } = bare;
  assert.deepEqual(answer.ranges, [{ ...range, ...taken, threeDSMethodURL }]);
});

test('a range with an unknown action is kept', () => {
  const answer = read({ ...pres, cardRangeData: [{ ...entry, actionInd: 'X' }] }, news);
  assert.ok(answer.kind === 'answered');
  assert.deepEqual([answer.ranges, answer.assumed], [[{ ...range, action: 'M' }], 1]);
});

test('a range is deleted without versions', () => {
  const { startRange, endRange } = entry;
  const gone = { startRange, endRange, actionInd: 'D' };
  const answer = read({ ...pres, cardRangeData: [gone] }, news);
  assert.ok(answer.kind === 'answered');
  assert.deepEqual([answer.ranges[0]?.action, answer.assumed], ['D', 0]);
});

test('unusable entries do not affect the usable ones', () => {
  const answer = read({ ...pres, cardRangeData: [null, entry, 7, [entry], {}] });
  assert.ok(answer.kind === 'answered');
  assert.deepEqual([answer.ranges.length, answer.skipped], [1, 4]);
});

const errors = `
  503 | {}                                          | provider-error
  503 | {"messageType": "Erro", "errorCode": "307"} | protocol-error 307
  200 | {"messageType": "Erro", "errorCode": "307"} | protocol-error 307
  200 | {"messageType": "ARes"}                     | garbage
  200 | {"messageVersion": "2.1.0"}                 | garbage
  200 | {"threeDSServerTransID": "${ID}0"}          | garbage
`;
for (const line of errors.trim().split('\n')) {
  const [status = '', json = '', expected] = line.split(' | ').map((cell) => cell.trim());
  test(`status ${status} with ${json} is ${expected}`, () => {
    const body = { ...pres, ...(JSON.parse(json) as object) };
    const answer = readPRes({ status: Number(status), body }, whole);
    assert.ok(answer.kind === 'error');
    assert.equal([answer.why, answer.errorCode ?? ''].join(' ').trim(), expected);
  });
}

test('a serial number that is not text is left out', () => {
  const answer = read({ ...pres, serialNum: 18 });
  assert.ok(answer.kind === 'answered');
  assert.equal(answer.serialNum, null);
});

test('never throws, whatever the list contains', () => {
  const names = fc.constantFrom(...Object.keys(entry), 'actionInd', 'threeDSMethodURL');
  const like = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.constantFrom('2.1.0', 'A')));
  fc.assert(
    fc.property(fc.array(fc.oneof(like, fc.jsonValue())), (cardRangeData) => {
      const answer = read({ ...pres, cardRangeData }, news);
      assert.ok(answer.kind === 'answered');
      assert.equal(answer.ranges.length + answer.skipped, cardRangeData.length);
    }),
  );
});
