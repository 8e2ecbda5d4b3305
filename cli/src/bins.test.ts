// `bramka bins`: counts and problems of a table, what is known of a card without ever printing its
// number, and that the sandbox's own table says what its test cards need.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hasVersions } from '@bramka/gateway/cards/bin-row.ts';
import { parseBinTable } from '@bramka/gateway/cards/bin-table.ts';
import { cardFacts } from '@bramka/gateway/cards/card-knowledge.ts';
import { commonVersion, supportedVersions } from '@bramka/gateway/cards/protocol-version.ts';
import { standardRanges } from '@bramka/sandbox/directory/ranges.ts';
import { runBramka } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-bins-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const sandboxTable = join(import.meta.dirname, '..', '..', 'sandbox', 'data', 'bins.csv');
const header =
  'from,to,organization,type,issuer,country,currency,supported,fundsTransfer,' +
  'acsStart,acsEnd,dsStart,dsEnd,methodUrl';

function fileOf(name: string, ...lines: string[]): string {
  const file = join(scratch, name);
  writeFileSync(file, [header, ...lines].join('\n'));
  return file;
}

const small = fileOf(
  'small.csv',
  '411111,411111,VISA,CREDIT,Flower Bank,PL,PLN,yes,yes,,,,,',
  '491711,491711,VISA,,,,,no,no,,,,,',
  '4111110000000005,4111110000000005,VISA,DEBIT,,,,yes,no,2.1.0,2.2.0,,,https://acs.example/m',
  '378282,378282,AMEX,CREDIT,,,,yes,no,2.1.0,2.1.0,2.1.0,2.3.1,',
);
const broken = fileOf('broken.csv', '411111,411111,VISA', '4,5,VISA,,,,,yes,maybe,,,,,');

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runBramka(['bins', ...words]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

function find(...words: string[]): Promise<string> {
  return succeed('find', ...words, '--file', small);
}

test('check counts the ranges of each organization', async () => {
  assert.equal(
    await succeed('check', small),
    [
      'ORGANIZATION  RANGES  ENROLLED  UNSUPPORTED',
      'VISA          3       1         1',
      'AMEX          1       1         0',
      'all           4       2         1\n',
    ].join('\n'),
  );
  const counts = JSON.parse(await succeed('check', small, '--json')) as unknown[];
  const all = { organization: 'all', ranges: 4, enrolled: 2, unsupported: 1 };
  assert.deepEqual(counts.at(-1), all);
});

test('check names the problems with their lines and fails', async () => {
  const { code, stdout, stderr } = await runBramka(['bins', 'check', broken]);
  assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
  assert.equal(
    stdout,
    [
      'line 2: there are 3 columns instead of 14',
      'line 3: from must be 6 to 19 digits',
      'line 3: to must be 6 to 19 digits',
      'line 3: fundsTransfer must be yes or no',
      '4 problems; a gateway would refuse this table.\n',
    ].join('\n'),
  );
  const ended = await runBramka(['bins', 'check', broken, '--json']);
  assert.equal(ended.code, 1);
  assert.equal((JSON.parse(ended.stdout) as { problems: string[] }).problems.length, 4);
});

test('find shows what is known of a number, masked', async () => {
  const text = await find('4111111111111111');
  assert.match(text, /^number +411111\*{6}1111$/m);
  assert.match(text, /^check digit +correct$/m);
  assert.match(text, /^range +411111 to 411111$/m);
  assert.match(text, /^issuer +Flower Bank$/m);
  assert.match(text, /^supported +yes$/m);
  assert.match(text, /^3-D Secure +unknown: /m);
  assert.match(text, /^BIN table +\S+small\.csv, 4 ranges$/m);
  assert.doesNotMatch(text, /version/);
});

test('find never prints the number, not even when the range is the number', async () => {
  const words = [['4111110000000005'], ['4111', '1100', '0000', '0005'], ['4111-1100-0000-0005']];
  for (const number of words) {
    for (const more of [[], ['--json']]) {
      const text = await find(...number, ...more);
      assert.match(text, more.length > 0 ? /"from": "41111100"/ : /41111100 to 41111100/);
      assert.match(text, /(version used|protocolVersion)\W+2\.2\.0/);
      assert.match(text, /https:\/\/acs\.example\/m/);
      assert.doesNotMatch(text, /[0-9]{9}/);
    }
  }
});

test('find takes the beginning of a number', async () => {
  const text = await find('49171100');
  assert.match(text, /^number +49171100$/m);
  assert.match(text, /^supported +no$/m);
  assert.doesNotMatch(text, /check digit/);
  const outside = await find('34111111');
  assert.match(outside, /^range +in no range of the BIN table$/m);
  assert.match(outside, /^organization +AMEX$/m);
  assert.match(outside, /^supported +yes$/m);
  assert.match(await find('999999'), /^supported +no$/m);
  const longer = await find('49171100123');
  assert.match(longer, /^number +49171100\*{3}$/m);
  assert.match(longer, /^supported +no$/m);
});

describe('what is wrong is said in one sentence', () => {
  const cases: [title: string, words: string[], sentence: RegExp][] = [
    ['no file to check', ['check', 'nowhere.csv'], /cannot read nowhere\.csv: no such file/],
    ['a folder', ['check', scratch], /cannot read \S+: EISDIR/],
    [
      'a broken table',
      ['find', '411111', '--file', broken],
      /broken\.csv, line 2: .* \(and 3 more problems\)/,
    ],
    ['too short', ['find', '41111'], /or its first digits: 6 to 19 digits/],
    ['too long', ['find', '4'.repeat(20)], /6 to 19 digits/],
    ['no digits', ['find', 'visa'], /6 to 19 digits/],
    ['a file in place of the number', ['find', small, '411111'], /--file \S+small\.csv$/m],
  ];
  for (const [title, words, sentence] of cases) {
    test(title, async () => {
      const { code, stdout, stderr } = await runBramka(['bins', ...words]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^bramka: [^\n]+\n$/);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /[0-9]{9}/);
    });
  }
});

// Number, organization, and the version an authentication would use.
const testCards = `
  4111111111111111 | VISA       | not enrolled
  4000000000009995 | VISA       | not enrolled
  5555555555554444 | MASTERCARD | not enrolled
  2223003122003222 | MASTERCARD | not enrolled
  6759649826438453 | MAESTRO    | not enrolled
  378282246310005  | AMEX       | not enrolled
  3530111333300000 | JCB        | not enrolled
  6011111111111117 | DISCOVER   | not enrolled
  30569309025904   | DINERS     | not enrolled
  6200000000000005 | UNIONPAY   | not enrolled
  4917110010000000 | VISA       | 2.3.1
  4917110110000000 | VISA       | 2.3.1
  4917110210000000 | VISA       | 2.1.0
  4917110310000000 | VISA       | 2.2.0
  4917110410000000 | VISA       | not supported
  4917119910000000 | VISA       | not enrolled
  5210110010000000 | MASTERCARD | 2.3.1
  371449001000000  | AMEX       | 2.3.1
  3566110010000000 | JCB        | 2.3.1
  6510110010000000 | DISCOVER   | 2.3.1
  6250110010000000 | UNIONPAY   | 2.3.1
  6763110010000000 | MAESTRO    | 2.2.0
`;

describe("the sandbox's table", () => {
  const table = parseBinTable(readFileSync(sandboxTable, 'utf8'));
  for (const line of testCards.trim().split('\n')) {
    const [digits = '', organization, state] = line.split('|').map((one) => one.trim());
    test(`${digits} is ${organization}, ${state}`, () => {
      const { row, ...facts } = cardFacts(table, digits);
      assert.ok(row);
      assert.equal(facts.organization, organization);
      assert.equal(facts.isSupported, state !== 'not supported');
      const { acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol } = row;
      const version = commonVersion(supportedVersions, [
        { start: acsStartProtocol, end: acsEndProtocol },
        { start: dsStartProtocol, end: dsEndProtocol },
      ]);
      if (hasVersions(row)) assert.equal(version, state);
      else assert.match(state ?? '', /^not /);
    });
  }

  test('tells the protocol versions that the directory servers tell', () => {
    const enrolled = table.rows.filter(hasVersions).map((row) => ({
      from: row.from,
      to: row.to,
      organization: row.organization,
      acsStart: row.acsStartProtocol,
      acsEnd: row.acsEndProtocol,
      dsStart: row.dsStartProtocol,
      dsEnd: row.dsEndProtocol,
    }));
    const told = standardRanges.map(({ method: _, ...range }) => range);
    const byStart = (one: { from: string }, other: { from: string }) =>
      one.from < other.from ? -1 : 1;
    assert.deepEqual(enrolled.sort(byStart), told.sort(byStart));
  });

  test('has every card type, and cards that cannot receive money', () => {
    const types = new Set(table.rows.map(({ cardType }) => cardType ?? 'none'));
    assert.deepEqual([...types].sort(), ['CREDIT', 'DEBIT', 'PREPAID']);
    assert.ok(table.rows.some(({ fundsTransfer }) => !fundsTransfer));
    assert.ok(table.rows.every(({ threeDSMethodURL }) => threeDSMethodURL === null));
  });
});
