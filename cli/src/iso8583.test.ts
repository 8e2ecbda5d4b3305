// `bramka iso8583 decode`: the fields of messages in every form of input, and no card data in what
// it prints.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeMessage } from '@bramka/gateway/providers/iso8583/codec/iso-message.ts';
import { builtInHosts } from '@bramka/gateway/providers/iso8583/profile/built-in-hosts.ts';
import { loadProfile } from '@bramka/gateway/providers/iso8583/profile/read-profile.ts';
import { writeFrame } from '@bramka/gateway/providers/iso8583/wire/frames.ts';
import { runBramka } from './testing/run-bramka.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-iso8583-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function fileOf(name: string, content: string | Buffer): string {
  const file = join(scratch, name);
  writeFileSync(file, content);
  return file;
}

const NUMBER = '4539123456781234';
const TRACK = `${NUMBER}=30121010000000000`;
const CAVV = 'AJkBBkhgQQAAAE4gSEJydQAAAAA=';
const secrets = [NUMBER, '3012', TRACK, CAVV, '987', 'JAN KOWALSKI', '1122334455667788', '9F2608'];

const { packager } = loadProfile('iso1987');
const bytes = writeMessage(packager, {
  type: '0100',
  fields: new Map([
    [2, NUMBER],
    [4, '000000012345'],
    [11, '000007'],
    [14, '3012'],
    [35, TRACK],
    [39, '05'],
    [45, `B${NUMBER}^JAN KOWALSKI^3012`],
    [48, `4200205${`43028${CAVV}`}92003987${'93012JAN KOWALSKI'}99003987`],
    [52, '1122334455667788'],
    [55, '9F26081122334455667788'],
    [62, `OPEN ${NUMBER}`],
    [126, '987'],
  ]),
});

const expected = `0100
    2  card number          453912******1234
    4  amount               000000012345
   11  trace number (STAN)  000007
   14  expiry               *** (4 characters)
   35  track 2              *** (34 characters)
   39  response code        05
   45  track 1              *** (35 characters)
   48  private data         ${[
     '42 eci=05',
     '43 cavv=*** (28 characters)',
     '92 cvv=*** (3 characters)',
     '93 holder=*** (12 characters)',
     '99=*** (3 characters)',
   ].join(', ')}
   52  PIN data             *** (16 characters)
   55  chip data            *** (22 characters)
   62                       *** (21 characters)
  126                       *** (3 characters)
`;

test('shows a message in hexadecimal, in a frame, in a file and in bytes', async () => {
  const hex = bytes.toString('hex');
  const framed = writeFrame(packager.frame, bytes).toString('hex').toUpperCase();
  const given = [
    hex,
    framed,
    fileOf('hex.txt', `${hex.slice(0, 40)} ${hex.slice(40)}\n\n`),
    fileOf('message.bin', bytes),
  ];
  for (const one of given) {
    const { code, stdout, stderr } = await runBramka(['iso8583', 'decode', one]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout, expected);
  }
});

test('shows every message of a file, as JSON', async () => {
  const hex = bytes.toString('hex');
  const file = fileOf('two.txt', `${hex}\n${hex}\n`);
  const { stdout } = await runBramka(['iso8583', 'decode', file, '--json']);
  const all = JSON.parse(stdout) as { type: string; fields: { number: number }[] }[];
  assert.deepEqual(
    all.map(({ type, fields }) => [type, fields.length]),
    [
      ['0100', 12],
      ['0100', 12],
    ],
  );
});

test('prints no card data, also of a message that cannot be read', async () => {
  const hex = bytes.toString('hex');
  const inputs = [hex, hex.slice(0, -2), `${hex}00`, hex.replace('30', '39'), 'zz'];
  for (const input of inputs) {
    for (const packagerName of ['iso1987', 'iso1993']) {
      const words = ['iso8583', 'decode', input, '--packager', packagerName];
      const { stdout, stderr } = await runBramka(words);
      for (const secret of secrets.slice(0, 1).concat(secrets.slice(2))) {
        assert.ok(!`${stdout}${stderr}`.includes(secret), secret);
      }
    }
  }
});

test('uses the packager of the gateway, or the one that is named', async () => {
  const host = { ...builtInHosts['iso1987'], encodings: { digits: 'bcd', lengths: 'bcd' } };
  const file = fileOf('host.json', JSON.stringify(host));
  const packed = writeMessage(loadProfile(file).packager, {
    type: '0800',
    fields: new Map([
      [11, '000009'],
      [70, '301'],
    ]),
  }).toString('hex');
  const words = ['iso8583', 'decode', packed];
  const ours = await runBramka(words, { BRAMKA_ISO8583_PACKAGER: file });
  const named = await runBramka([...words, '--packager', file]);
  assert.match(ours.stdout, /^0800\n.*000009\n.*301\n$/);
  assert.equal(named.stdout, ours.stdout);
  const other = await runBramka(words);
  assert.equal(other.code, 1);
  assert.match(other.stderr, /message 1 is not in the format of the packager: the message type/);
});

test('a packager that cannot be used is told with its reason', async () => {
  const file = fileOf('bad.json', '{"version":"1999"}');
  const { code, stderr } = await runBramka(['iso8583', 'decode', '30', '--packager', file]);
  assert.equal(code, 1);
  assert.match(stderr, /bad\.json cannot be used: version must be one of 1987, 1993/);
});
