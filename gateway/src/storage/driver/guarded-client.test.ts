// Tests of server messages that the driver cannot read: the process continues, the statement fails
// like a lost connection, and the next one runs on a new connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { noPostgres, runSql, postgres } from '@bramka/test/support/engines.ts';
import { ConnectionLost } from '../errors.ts';
import { openPostgres } from '../postgres.ts';
import { DriverFailure, MAX_MESSAGE_BYTES, createMessageCheck } from './guarded-client.ts';

function message(type: string, body: readonly number[], length = body.length + 4): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 'latin1');
  header.writeUInt32BE(length, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

const welcome = Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', [0x49])]);

function text(value: string): number[] {
  return [...Buffer.from(`${value}\0`)];
}

/** A column of type boolean, as text. */
function booleanColumn(name: string): number[] {
  return [...text(name), 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0];
}

/** The answer to the check of each new connection: neither a standby nor read-only. */
const writable = Buffer.concat([
  message('T', [0, 2, ...booleanColumn('isStandby'), ...booleanColumn('isReadOnly')]),
  message('D', [0, 2, 0, 0, 0, 1, 0x66, 0, 0, 0, 1, 0x66]),
  message('C', text('SELECT 1')),
  message('Z', [0x49]),
]);

/** A server that accepts every client and answers every other statement with the same bytes. */
async function openFake(answer: Buffer): Promise<{ url: string; close(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(welcome);
      socket.on('data', (asked) =>
        socket.write(asked.includes('pg_is_in_recovery') ? writable : answer),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://anyone@127.0.0.1:${String((server.address() as AddressInfo).port)}/any`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const unreadable: readonly (readonly [name: string, answer: Buffer])[] = [
  ['a row of more columns than bytes', message('D', [0x7f, 0xff])],
  ['a message of an unknown kind', message('?', [1, 2, 3])],
  ['a message shorter than its header', message('C', [], 3)],
  ['a message above the limit', message('D', [], MAX_MESSAGE_BYTES + 1)],
  ['something that is no message at all', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
];

for (const [name, answer] of unreadable) {
  test(`${name} is a lost connection`, async () => {
    const server = await openFake(answer);
    const background: Error[] = [];
    const database = openPostgres({
      url: server.url,
      connections: 1,
      onBackgroundError: (error) => background.push(error),
    });
    try {
      // Twice: the first connection is closed, so the second statement uses a new one.
      await assert.rejects(runSql(database, 'select 1'), ConnectionLost);
      // The driver itself reports an unknown message type, as an error of the statement.
      assert.equal(background.length, name.includes('unknown kind') ? 0 : 1, 'reported once');
      await assert.rejects(
        database.transaction((tx) => runSql(tx, 'select 1')),
        ConnectionLost,
      );
    } finally {
      server.close();
      await database.close();
    }
  });
}

test('a server that starts with garbage is a lost connection', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const database = openPostgres({
    url: `postgres://a@127.0.0.1:${String(port)}/a`,
    connections: 1,
  });
  await assert.rejects(runSql(database, 'select 1'), ConnectionLost);
  await database.close();
  server.close();
});

test('messages are tracked across chunks of every size, up to the limit', () => {
  const fits = message('D', Array<number>(96).fill(7));
  const sent = Buffer.concat([fits, message('Z', [0x49]), fits]);
  for (const size of [1, 2, 3, 5, 7, 104, 105, 106, sent.length]) {
    const check = createMessageCheck(100);
    for (let at = 0; at < sent.length; at += size) check(sent.subarray(at, at + size));
    const over = message('D', [], 101);
    assert.throws(() => {
      for (let at = 0; at < over.length; at += size) check(over.subarray(at, at + size));
    }, /announces 101 bytes/);
  }
});

describe('a PostgreSQL server', { skip: noPostgres }, () => {
  test('a row above the limit closes its connection and has no other effect', async () => {
    const opened = await postgres.open();
    const background: Error[] = [];
    const single = opened.node({
      connections: 1,
      onBackgroundError: (error) => background.push(error),
    });
    const row = (bytes: number) =>
      runSql<{ row: string }>(single, `select repeat('x', $1::integer) as row`, [bytes]);
    const pid = async () =>
      (await runSql<{ pid: number }>(single, 'select pg_backend_pid() as pid'))[0]?.pid;
    try {
      const before = await pid();
      // A DataRow consists of its length, the number of columns and the length of the column.
      const maxLength = MAX_MESSAGE_BYTES - 4 - 2 - 4;
      assert.equal((await row(maxLength))[0]?.row.length, maxLength);
      assert.equal(await pid(), before);
      await assert.rejects(row(maxLength + 1), (error: Error) => {
        assert.ok(error instanceof ConnectionLost);
        assert.ok(error.cause instanceof DriverFailure);
        return true;
      });
      assert.equal(background.length, 1, 'reported once');
      assert.notEqual(await pid(), before);
    } finally {
      await opened.close();
    }
  });
});
