// The codec of ISO 8583 against the recorded bytes of another one; and the proofs with programs
// that are not ours, where they are installed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iso8583Proofs } from './iso8583.ts';
import { makeCases } from './iso8583/cases.ts';
import { assertCodec, readVectors } from './iso8583/codec-proof.ts';
import { testProof } from './test-proof.ts';

const vectors = readVectors();

test('every case is recorded', () => {
  assert.deepEqual(
    makeCases().map(({ name }) => name),
    Object.keys(vectors),
  );
});

for (const one of makeCases()) {
  test(`the bytes of pyiso8583: ${one.name}`, () => assertCodec(one, vectors[one.name]));
}

for (const proof of iso8583Proofs) testProof(proof);
