// Thousands of changed Apple Pay tokens: none is opened, and none causes an exception.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed, seededChance, type Chance } from '@bramka/test/support/chance.ts';
import { sent, type Token } from '@bramka/test/support/wallets/apple/build-token.ts';
import * as fixture from '@bramka/test/support/wallets/apple/fixture.ts';
import { appleRoot, publishedTokens } from '@bramka/test/support/wallets/apple/published.ts';
import { readSignedData } from './cms/read-signed-data.ts';
import { openAppleToken, type AppleOpening } from './open-apple-token.ts';

interface Sample {
  readonly token: Token;
  readonly opening: AppleOpening;
  readonly rounds: number;
}

const samples: readonly Sample[] = [
  { token: fixture.tokenOf('EC_v1'), opening: fixture, rounds: 1500 },
  { token: fixture.tokenOf('RSA_v1'), opening: fixture, rounds: 300 },
  // One of each version; their chain takes longer to verify.
  ...publishedTokens.slice(-2).map(({ token, key, signedAt }) => ({
    token,
    opening: { roots: [appleRoot], keys: [key], at: signedAt },
    rounds: 150,
  })),
];

/** A flipped bit, other bytes, a cut, an insertion, a repetition, or a move. */
function mutate(bytes: Buffer, chance: Chance): Buffer {
  const at = chance.below(bytes.length);
  const to = Math.min(bytes.length, at + 1 + chance.below(16));
  const [start, middle, end] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  const noise = Buffer.from(Array.from(middle, () => chance.below(256)));
  const flipped = Buffer.from(middle);
  flipped[0] = (flipped[0] ?? 0) ^ (1 << chance.below(8));
  return chance.pick([
    Buffer.concat([start, flipped, end]),
    Buffer.concat([start, flipped, end]),
    Buffer.concat([start, noise, end]),
    start,
    Buffer.concat([start, end]),
    Buffer.concat([start, noise, middle, end]),
    Buffer.concat([start, middle, middle, end]),
    Buffer.concat([end, start, middle]),
  ]);
}

const base64 = (text: string, change: (bytes: Buffer) => Buffer): string =>
  change(Buffer.from(text, 'base64')).toString('base64');

function mutateToken(token: Token, chance: Chance): string {
  const change = (bytes: Buffer): Buffer => mutate(bytes, chance);
  const { header } = token;
  switch (chance.below(6)) {
    case 0:
      return sent({ ...token, data: base64(token.data, change) });
    case 1: {
      const name = chance.pick(Object.keys(header));
      const old = header[name] ?? '';
      const isHex = name === 'transactionId';
      const value = isHex ? change(Buffer.from(old, 'hex')).toString('hex') : base64(old, change);
      return sent({ ...token, header: { ...header, [name]: value } });
    }
    case 2:
      // The JSON text, whatever comes of it.
      return base64(sent(token), change);
    default:
      return sent({ ...token, signature: base64(token.signature, change) });
  }
}

for (const [index, { token, opening, rounds }] of samples.entries()) {
  test(`no changed ${token.version} token opens: sample ${index + 1}`, () => {
    const chance = seededChance(seed + index);
    assert.equal(openAppleToken(sent(token), opening).kind, 'opened');
    for (let round = 0; round < rounds; round += 1) {
      const text = mutateToken(token, chance);
      const answer = openAppleToken(text, opening);
      if (answer.kind === 'opened') assert.ok(isHarmless(text, token), `${round}: ${text}`);
      else assert.deepEqual(answer, { kind: 'refused' }, text);
    }
  });
}

test('many changed signatures get past the reader, so that not only the reader is tested', () => {
  const chance = seededChance(seed);
  const signature = Buffer.from(fixture.tokenOf('EC_v1').signature, 'base64');
  const rounds = 1000;
  let readable = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (readSignedData(mutate(signature, chance))) readable += 1;
  }
  assert.ok(readable > rounds / 10, `${readable} of ${rounds} signatures are readable`);
});

/** Only what is not signed and not used was changed: the name of the card, spaces, and such. */
function isHarmless(text: string, token: Token): boolean {
  const { paymentData } = JSON.parse(Buffer.from(text, 'base64').toString()) as {
    paymentData: Token;
  };
  const { version, data, signature, header } = paymentData;
  const used = { version, data, signature, header: { ...token.header, ...header } };
  return JSON.stringify(sorted(used)) === JSON.stringify(sorted(token));
}

function sorted({ version, data, signature, header }: Token): unknown {
  const members = Object.entries(header).sort(([one], [other]) => one.localeCompare(other));
  return [version, data, signature, members];
}
