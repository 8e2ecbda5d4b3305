// Tests of the connection between the driver and the embedded engine: which messages the engine
// gets, answers in pieces, and an engine that breaks.
import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { ConnectionLost } from '../errors.ts';
import { EngineStream, type ProtocolEngine } from './engine-stream.ts';
import { GuardedClient } from './guarded-client.ts';
import { runAlone, types } from './leases.ts';

function message(type: string, body: readonly number[]): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 'latin1');
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

const text = (value: string): number[] => [...Buffer.from(`${value}\0`)];
const place = [0, 0, 0, 0, 0, 0];
const textType = [0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0];
const column = [...text('value'), ...place, ...textType];
/** One row with the value "yes". */
const row = Buffer.concat([
  message('1', []),
  message('2', []),
  message('T', [0, 1, ...column]),
  message('D', [0, 1, 0, 0, 0, 3, ...Buffer.from('yes')]),
  message('C', text('SELECT 1')),
  message('Z', [0x49]),
]);

/** The types of the messages, such as PBDES: parse, bind, describe, execute, sync. */
function typesOf(messages: Uint8Array): string {
  const bytes = Buffer.from(messages);
  let types = '';
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    types += String.fromCharCode(bytes[at] ?? 0);
  }
  return types;
}

async function connect(engine: ProtocolEngine) {
  const stream = () => new EngineStream(engine) as unknown as Duplex;
  const client = new GuardedClient({ ssl: false, stream, types });
  client.on('error', () => undefined);
  await client.connect();
  const acquire = () => Promise.resolve({ client, release: () => undefined });
  const run = (name: string) => runAlone(acquire, { name, text: 'select 1' }, []);
  return { client, run };
}

/** Passes its answer on in pieces of this size, each in the same memory as the engine does. */
function answering(size: number): ProtocolEngine & { readonly received: string[] } {
  const received: string[] = [];
  const memory = Buffer.alloc(size);
  return {
    received,
    execProtocolRawStream(messages, { onRawData }) {
      received.push(typesOf(messages));
      for (let at = 0; at < row.length; at += size) {
        const length = row.copy(memory, 0, at, at + size);
        onRawData(memory.subarray(0, length));
      }
      memory.fill(0);
      return Promise.resolve();
    },
  };
}

test('a statement is one call of the engine, and is parsed only once', async () => {
  const engine = answering(row.length);
  const { client, run } = await connect(engine);
  assert.deepEqual(await run('one'), [{ value: 'yes' }]);
  assert.deepEqual(await run('one'), [{ value: 'yes' }]);
  assert.deepEqual(await run('other'), [{ value: 'yes' }]);
  await client.end();
  assert.deepEqual(engine.received, ['PBDES', 'BDES', 'PBDES']);
});

test('an answer in pieces of any size is read', async () => {
  for (let size = 1; size <= row.length; size += 1) {
    const { client, run } = await connect(answering(size));
    assert.deepEqual(await run('one'), [{ value: 'yes' }], `pieces of ${size} bytes`);
    await client.end();
  }
});

test('an engine that breaks is a lost connection, for this statement and the next', async () => {
  const broken = { execProtocolRawStream: () => Promise.reject(new Error('unreachable')) };
  const { run } = await connect(broken);
  await assert.rejects(run('one'), ConnectionLost);
  await assert.rejects(run('one'), ConnectionLost);
});

test('after it was destroyed, nothing is executed and no answer arrives', async () => {
  const engine = answering(row.length);
  const stream = new EngineStream(engine);
  const heard: string[] = [];
  stream.on('data', () => heard.push('data'));
  stream.on('close', () => heard.push('close'));
  const message = Buffer.from([0x51, 0, 0, 0, 5, 0]);
  stream.write(message);
  stream.cork();
  stream.write(message);
  stream.destroy();
  stream.uncork();
  stream.write(message);
  await new Promise((done) => setImmediate(done));
  assert.equal(engine.received.length, 1, 'only what was written before');
  assert.deepEqual(heard, ['close']);
});
