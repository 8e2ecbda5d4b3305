// Proves the codec of ISO 8583 against pyiso8583: the same bytes for the same messages. The bytes
// are recorded in vectors.json, so that tests compare them without Python.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  readMessage,
  writeMessage,
  type IsoMessage,
} from '@bramka/gateway/providers/iso8583/codec/iso-message.ts';
import { createPackager } from '@bramka/gateway/providers/iso8583/codec/packager.ts';
import { runCommand } from '../../../setup/commands.ts';
import type { ConnectorProof } from '../proof.ts';
import { makeCases, type Case } from './cases.ts';

const VERSION = '4.0.1';
const vectorsFile = join(import.meta.dirname, 'vectors.json');

const packagerOf = ({ version, encodings }: Case) => createPackager({ version, encodings });
const messageOf = ({ type, fields }: Case): IsoMessage => ({
  type,
  fields: new Map(Object.entries(fields).map(([number, value]) => [Number(number), value])),
});

export function readVectors(): Record<string, string> {
  return JSON.parse(readFileSync(vectorsFile, 'utf8')) as Record<string, string>;
}

/** Our codec writes these bytes, and reads them as the same message. */
export function assertCodec(one: Case, hex: string | undefined): void {
  assert.ok(hex !== undefined, one.name);
  const packager = packagerOf(one);
  const message = messageOf(one);
  assert.equal(writeMessage(packager, message).toString('hex'), hex, one.name);
  assert.deepEqual(readMessage(packager, Buffer.from(hex, 'hex')), message, one.name);
}

/** The bytes of the other codec, by the names of the cases. */
export async function encodeWithPython(library: string): Promise<Record<string, string>> {
  const cases = makeCases();
  const described = cases.map((one) => {
    const { encodings, fields } = packagerOf(one);
    const used = [...fields].filter(([number]) => String(number) in one.fields);
    return { ...one, encodings, formats: Object.fromEntries(used) };
  });
  const script = join(import.meta.dirname, 'vectors.py');
  const child = spawn('python3', [script, library], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(described));
  const all = JSON.parse(await text(child.stdout)) as string[];
  return Object.fromEntries(cases.map(({ name }, at) => [name, all[at] ?? '']));
}

export const codecProof: ConnectorProof = {
  name: 'iso8583',
  witness: `pyiso8583 ${VERSION}`,
  needs: ['python3'],
  prepare(folder) {
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder];
    const { ok, lastError } = runCommand('python3', [...pip, `pyiso8583==${VERSION}`]);
    assert.ok(ok, lastError);
    return Promise.resolve();
  },
  async run(folder, report) {
    const live = await encodeWithPython(folder);
    await report.proves('the same bytes in every encoding of both versions', () => {
      for (const one of makeCases()) assertCodec(one, live[one.name]);
    });
    await report.proves('the recorded bytes are those of the other codec', () => {
      assert.deepEqual(readVectors(), live);
    });
  },
};
