// Thousands of Google Pay tokens that are changed at random but repeatably: none opens, none makes
// the opener throw.
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { seed, seededChance, type Chance } from '@bramka/test/support/chance.ts';
import {
  encodeToken,
  issueParts,
  issueToken,
  payloadOf,
} from '@bramka/test/support/wallets/google/issue-token.ts';
import { opener, parties } from '@bramka/test/support/wallets/google/opener.ts';
import { openGoogleToken } from './open-google-token.ts';
import { readPayload } from './read-payload.ts';
import { readGoogleToken } from './read-token.ts';

const TOKENS = 2000;
const PAYLOADS = 3000;

const valid = issueToken(parties);
const json = JSON.stringify(issueParts(parties));
const pieces = ['"', '\\', '{', '}', '[', ']', ',', ':', '\\u0000', 'null', '1e999', '\u0000'];
const oddPieces = [
  ...pieces,
  'ECv2',
  '\ud800',
  '\ufeff',
  '=',
  '__proto__',
  '"keys":',
  '9'.repeat(40),
];

/** Mostly one character is replaced; sometimes a part is removed, inserted, repeated or moved. */
function changed(text: string, chance: Chance): string {
  let result = text;
  for (let edits = 1 + chance.below(2); edits > 0; edits -= 1) {
    const from = chance.below(result.length + 1);
    const to = from + chance.below(80);
    const [before, part, rest] = [result.slice(0, from), result.slice(from, to), result.slice(to)];
    const letter = String.fromCharCode(32 + chance.below(95));
    const replaced = before + letter + result.slice(from + 1);
    const odd = before + chance.pick(oddPieces) + part + rest;
    const moved = part + rest + before;
    const others = [before + rest, before + part + part + rest, odd, before, moved];
    result = chance.below(3) > 0 ? replaced : chance.pick(others);
  }
  return result;
}

test('changed tokens are refused', () => {
  const chance = seededChance(seed);
  let readable = 0;
  for (let count = 0; count < TOKENS; count += 1) {
    const isInside = chance.below(3) > 0;
    const text = isInside ? encodeToken(changed(json, chance)) : changed(valid, chance);
    if (text === valid || text === encodeToken(json)) continue;
    if (readGoogleToken(text)) readable += 1;
    deepEqual(openGoogleToken(text, opener), { kind: 'refused' }, `seed ${seed}: ${text}`);
  }
  ok(readable > TOKENS / 20, `only ${readable} of the changed tokens reach the signatures`);
});

test('changed messages of Google never make the reader throw', () => {
  const chance = seededChance(seed + 1);
  const message = JSON.stringify(payloadOf());
  let read = 0;
  for (let count = 0; count < PAYLOADS; count += 1) {
    if (readPayload(Buffer.from(changed(message, chance)))) read += 1;
  }
  ok(read > 0 && read < PAYLOADS, `${read} of the changed messages are read`);
});

test('bytes at random are refused', () => {
  const chance = seededChance(seed + 2);
  for (let count = 0; count < 300; count += 1) {
    const bytes = Buffer.from(Array.from({ length: chance.below(900) }, () => chance.below(256)));
    deepEqual(openGoogleToken(bytes.toString('base64'), opener), { kind: 'refused' });
    deepEqual(openGoogleToken(bytes.toString('utf8'), opener), { kind: 'refused' });
  }
});
