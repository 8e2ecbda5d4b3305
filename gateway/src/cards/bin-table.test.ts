// Tests of the BIN table: valid and invalid values of every column, how ranges may overlap, and the
// search compared with a plain scan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { binColumns, hasVersions, type BinRow } from './bin-row.ts';
import { BadBinTable, emptyBinTable, parseBinTable } from './bin-table.ts';

fc.configureGlobal({ seed });

const header = binColumns.join(',');

const good = {
  from: '49171100',
  to: '49171199',
  organization: 'VISA',
  type: 'DEBIT',
  issuer: 'Bramka Test Bank',
  country: 'PL',
  currency: 'PLN',
  supported: 'yes',
  fundsTransfer: 'no',
  acsStart: '2.1.0',
  acsEnd: '2.3.1',
  dsStart: '2.1.0',
  dsEnd: '2.2.0',
  methodUrl: 'https://acs.example/method',
};
const nothingMore = { acsStart: '', acsEnd: '', dsStart: '', dsEnd: '', methodUrl: '' };

function line(change: Partial<typeof good> = {}): string {
  return Object.values({ ...good, ...change }).join(',');
}

function problemsOf(...lines: string[]): readonly string[] {
  try {
    parseBinTable(lines.join('\n'));
  } catch (error) {
    assert.ok(error instanceof BadBinTable);
    return error.problems;
  }
  return [];
}

function rowOf(change: Partial<typeof good>): BinRow {
  const [row] = parseBinTable([header, line(change)].join('\n')).rows;
  assert.ok(row);
  return row;
}

test('reads every column', () => {
  assert.deepEqual(rowOf({}), {
    from: '49171100',
    to: '49171199',
    organization: 'VISA',
    cardType: 'DEBIT',
    issuerName: 'Bramka Test Bank',
    issuerCountry: 'PL',
    currency: 'PLN',
    isSupported: true,
    fundsTransfer: false,
    acsStartProtocol: '2.1.0',
    acsEndProtocol: '2.3.1',
    dsStartProtocol: '2.1.0',
    dsEndProtocol: '2.2.0',
    threeDSMethodURL: 'https://acs.example/method',
  } satisfies BinRow);
});

test('empty cells are null, and without versions nothing is known about 3-D Secure', () => {
  const row = rowOf({ type: '', issuer: '', country: '', currency: '', ...nothingMore });
  const { cardType, issuerName, issuerCountry, currency, threeDSMethodURL } = row;
  const { acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol } = row;
  for (const value of [cardType, issuerName, issuerCountry, currency, threeDSMethodURL]) {
    assert.equal(value, null);
  }
  for (const value of [acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol]) {
    assert.equal(value, null);
  }
  assert.equal(hasVersions(row), false);
  assert.equal(hasVersions(rowOf({ dsStart: '', dsEnd: '' })), true);
});

test('accepts comments, empty lines, spaces, quotes, a byte order mark and CRLF', () => {
  const lines = ['\uFEFF# ours', '', header, '  # more', line({ issuer: ' "Bank, Ltd" ' }), ''];
  const table = parseBinTable(lines.join('\r\n'));
  assert.equal(table.size, 1);
  assert.equal(table.rows[0]?.issuerName, 'Bank, Ltd');
});

test('lines that differ only in their range keep their own range', () => {
  const lines = ['491711', '491712', '4917130'].map((from) => line({ from, to: from }));
  const table = parseBinTable([header, ...lines].join('\n'));
  assert.deepEqual(
    table.rows.map(({ from, to, issuerName }) => [from, to, issuerName]),
    ['491711', '491712', '4917130'].map((from) => [from, from, 'Bramka Test Bank']),
  );
  const again = [header, line(), line({ from: '49171200', to: '49171150' })];
  assert.deepEqual(problemsOf(...again), ['line 3: to must not be lower than from']);
  const short = [header, line(), line({ from: '1', to: '2' })];
  assert.equal(problemsOf(...short).length, 2);
});

const many = 'x'.repeat(101);
// Column, refused values, and the error message.
const refused: [column: keyof typeof good, values: string[], sentence: RegExp][] = [
  ['from', ['', '49171', '4917110x', ' ', '-4917110'], /^from must be 6 to 19 digits$/],
  ['from', ['49171100000000000000'], /^from must be 6 to 19 digits$/],
  ['to', ['', '４９１７１１９９'], /^to must be 6 to 19 digits$/],
  ['to', ['491711', '491711990'], /^to must have as many digits as from$/],
  ['to', ['49171099'], /^to must not be lower than from$/],
  ['organization', ['', 'visa', 'ELO'], /^organization must be VISA, .*MAESTRO or DINERS$/],
  ['type', ['debit', 'CHARGE'], /^type must be DEBIT, CREDIT, PREPAID or empty$/],
  ['issuer', [many, 'a\u0007b', 'Bank \uFFFD'], /^issuer must be text in UTF-8 of at most 100 /],
  ['country', ['pl', 'POL', 'P'], /^country must be two capital letters/],
  ['currency', ['pln', 'XXX', '985', 'PLNN'], /^currency must be an active currency/],
  ['supported', ['', 'YES', 'true', '1'], /^supported must be yes or no$/],
  ['fundsTransfer', ['', 'No'], /^fundsTransfer must be yes or no$/],
  ['acsStart', ['2.1', 'v2.1.0', '2.01.0'], /^acsStart must be a version such as 2\.2\.0/],
  ['acsStart', [''], /^acsStart is required with acsEnd$/],
  ['acsEnd', [''], /^acsEnd is required with acsStart$/],
  ['acsEnd', ['2.0.9'], /^acsEnd must not be lower than acsStart$/],
  ['dsStart', [''], /^dsStart is required with dsEnd$/],
  ['dsEnd', [''], /^dsEnd is required with dsStart$/],
  ['dsStart', ['2.10.0'], /^dsEnd must not be lower than dsStart$/],
  ['methodUrl', ['ftp://acs.example', 'javascript:1', 'acs.example'], /^methodUrl must be an http/],
  ['methodUrl', ['https://', `https://acs.example/${'x'.repeat(256)}`], /^methodUrl must be an /],
];

for (const [column, values, sentence] of refused) {
  for (const value of values) {
    const shown = value.length > 30 ? `${value.length} characters` : `"${value}"`;
    test(`refuses ${shown} as ${column}`, () => {
      const problems = problemsOf('# first', header, line({ [column]: value }));
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.replace(/^line 3: /, '') ?? '', sentence);
    });
  }
}

test('refuses 3-D Secure columns without an ACS', () => {
  const { acsStart, acsEnd } = nothingMore;
  const [sentence] = problemsOf(header, line({ acsStart, acsEnd }));
  assert.equal(sentence, 'line 2: acsStart is required with dsStart');
  const url = { ...nothingMore, methodUrl: good.methodUrl };
  assert.deepEqual(problemsOf(header, line(url)), ['line 2: acsStart is required with methodUrl']);
});

test('refuses a table without its header', () => {
  const sentence = `the header line ${header} is missing`;
  assert.deepEqual(problemsOf(''), [`line 1: ${sentence}`]);
  assert.deepEqual(problemsOf('# a', line()), [`line 2: ${sentence}`]);
  assert.deepEqual(problemsOf(header.replace('type,issuer', 'issuer,type'), line()), [
    `line 1: ${sentence}`,
  ]);
});

test('refuses lines that are not rows', () => {
  const broken = [`${line()},`, 'a,b', line({ issuer: '"Bank' })];
  assert.deepEqual(problemsOf(header, ...broken), [
    'line 2: there are 15 columns instead of 14',
    'line 3: there are 2 columns instead of 14',
    'line 4: a double quote is missing or in the wrong place',
  ]);
});

test('names each bad column, at most ten problems, and sums them up in one sentence', () => {
  const bad = line({ type: 'x', country: 'x', currency: 'x' });
  assert.throws(() => parseBinTable([header, bad].join('\n')), {
    message: 'line 2: type must be DEBIT, CREDIT, PREPAID or empty (and 2 more problems)',
  });
  const problems = problemsOf(header, bad, bad, bad, bad, bad);
  assert.equal(problems.length, 10);
  assert.match(problems[9] ?? '', /^line 5: type/);
});

// Two ranges and the error for the second.
const relations = `
  apart                        | 491711 491712     | 491713 491714     | fine
  inside                       | 491711 491719     | 491713 491714     | fine
  inside, with more digits     | 491711 491711     | 49171100 49171100 | fine
  around                       | 49171100 49171100 | 491711 491711     | fine
  inside, from the same start  | 491711 491719     | 491711 491712     | fine
  inside, to the same end      | 491711 491719     | 491718 491719     | fine
  equal                        | 491711 491712     | 491711 491712     | repeated
  equal, with more digits      | 491711 491712     | 49171100 49171299 | repeated
  crossing at the end          | 491711 491715     | 491715 491719     | cross
  crossing at the start        | 491715 491719     | 491711 491715     | cross
  crossing, with more digits   | 491711 491715     | 49171599 49171600 | cross
`;

for (const text of relations.trim().split('\n')) {
  const [title = '', one = '', other = '', relation = ''] = text.split('|').map((c) => c.trim());
  test(`two ranges: ${title}`, () => {
    const lines = [one, other].map((range) => {
      const [from = '', to = ''] = range.split(' ');
      return line({ from, to });
    });
    const said = { fine: [], repeated: [/^line 3: from and to repeat the range of line 2$/] }[
      relation
    ] ?? [/^line 3: from and to overlap the range of line 2; one must lie inside the other$/];
    const problems = problemsOf(header, ...lines);
    assert.equal(problems.length, said.length, problems.join());
    for (const sentence of said) assert.match(problems[0] ?? '', sentence);
  });
}

test('conflicts are listed in the order of lines, at most ten', () => {
  const same = Array.from({ length: 15 }, () => line());
  const problems = problemsOf(header, line({ from: '400000', to: '400000' }), ...same);
  assert.equal(problems.length, 10);
  assert.match(problems[0] ?? '', /^line 4: from and to repeat the range of line 3$/);
});

test('the narrower range takes precedence over the wider one', () => {
  const table = parseBinTable(
    [
      header,
      line({ from: '491711', to: '491711', issuer: 'wide' }),
      line({ from: '49171104', to: '49171105', issuer: 'narrow' }),
      line({ from: '4917110510000000', to: '4917110519999999', issuer: 'narrowest' }),
    ].join('\n'),
  );
  const issuer = (digits: string): string | null | undefined => table.find(digits)?.issuerName;
  assert.equal(issuer('4917110399999999'), 'wide');
  assert.equal(issuer('4917110400000000'), 'narrow');
  assert.equal(issuer('4917110510000000'), 'narrowest');
  assert.equal(issuer('4917110519999999'), 'narrowest');
  assert.equal(issuer('4917110520000000'), 'narrow');
  assert.equal(issuer('4917110600000000'), 'wide');
  assert.equal(issuer('4917120000000000'), undefined);
  assert.equal(issuer('491711051000000'), 'narrow', 'a number too short for the narrowest range');
  assert.equal(issuer('491711'), 'wide');
  assert.equal(issuer('49171'), undefined);
  assert.equal(issuer(''), undefined);
  assert.equal(issuer('not a number'), undefined);
});

type Ends = readonly [from: string, to: string];

const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom('0', '4', '9'), { minLength, maxLength }).map((some) => some.join(''));

/** Short prefixes of few digits, padded, so that ranges often touch, cross or contain others. */
const someRange: fc.Arbitrary<Ends> = fc
  .tuple(digits(0, 3), digits(1, 1), digits(1, 1), fc.constantFrom(6, 7, 19))
  .map(([start, one, other, length]) => {
    const [low = '', high = ''] = [one, other].sort();
    return [`${start}${low}`.padEnd(length, '0'), `${start}${high}`.padEnd(length, '9')];
  });

const filled = ([from, to]: Ends): [bigint, bigint] => [
  BigInt(from.padEnd(19, '0')),
  BigInt(to.padEnd(19, '9')),
];

function mayStandTogether(one: Ends, other: Ends): boolean {
  const [[a, b], [c, d]] = [filled(one), filled(other)];
  const isApart = b < c || d < a;
  const isInside = (a <= c && d <= b) || (c <= a && b <= d);
  return isApart || (isInside && !(a === c && b === d));
}

const linesOf = (ranges: readonly Ends[]): string[] =>
  ranges.map(([from, to]) => line({ from, to }));

test('accepts exactly the tables without conflicting ranges', () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(someRange, { minLength: 2, maxLength: 5 }), (ranges) => {
      const isFine = ranges.every((one, place) =>
        ranges.slice(place + 1).every((other) => mayStandTogether(one, other)),
      );
      seen[isFine ? 'accepted' : 'refused'] += 1;
      assert.equal(problemsOf(header, ...linesOf(ranges)).length === 0, isFine);
    }),
    { numRuns: 500 },
  );
  assert.ok(seen.accepted > 20 && seen.refused > 20, JSON.stringify(seen));
});

test('finds the same row as a plain scan for the narrowest range', () => {
  let matches = 0;
  const width = (range: Ends): bigint => filled(range)[1] - filled(range)[0];
  fc.assert(
    fc.property(fc.array(someRange, { maxLength: 20 }), digits(6, 19), (ranges, number) => {
      const kept = ranges.filter((one, place) =>
        ranges.slice(0, place).every((other) => mayStandTogether(one, other)),
      );
      const [expected] = kept
        .filter(([from, to]) => {
          const start = number.slice(0, from.length);
          return start.length === from.length && from <= start && start <= to;
        })
        .sort((one, other) => (width(one) < width(other) ? -1 : 1));
      if (expected) matches += 1;
      const row = parseBinTable([header, ...linesOf(kept)].join('\n')).find(number);
      assert.deepEqual(row && [row.from, row.to], expected && [...expected]);
    }),
    { numRuns: 500 },
  );
  assert.ok(matches > 100, `only ${matches} numbers were in a range`);
});

test('a hundred thousand ranges are loaded and searched', () => {
  const lines = Array.from({ length: 100_000 }, (_, place) => {
    const from = String(40_000_000 + ((place * 7919) % 100_000));
    return line({ from, to: from, issuer: `Bank ${place % 5000}` });
  });
  const text = [header, ...lines].join('\n');
  const table = parseBinTable(text);
  assert.equal(table.size, 100_000);
  for (let place = 0; place < 100_000; place += 1) {
    const bin = String(40_000_000 + place);
    assert.equal(table.find(`${bin}00000000`)?.from, bin);
  }
  assert.equal(table.find('4010000000000000'), undefined);
});

test('the empty table finds nothing', () => {
  assert.equal(emptyBinTable.size, 0);
  assert.equal(emptyBinTable.find('4111111111111111'), undefined);
  assert.equal(parseBinTable(header).size, 0);
});
