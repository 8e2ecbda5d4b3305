// Settlement files for tests: gets one from the simulated acquirer, imports it through the operator
// API, and waits until it is compared.
import assert from 'node:assert/strict';
import { hashLine, NO_LINES } from '@bramka/gateway/reconciliation/settlement-file.ts';
import type { Client, Json, Reply } from '../client.ts';
import { until } from '../waiting/until.ts';

export const importsPath = '/v1/admin/reconciliations';
export const itemsPath = '/v1/admin/reconciliation-items';

export interface Operator {
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** The settlement file of the simulated acquirer. */
  file(query?: Readonly<Record<string, string>>): Promise<string>;
  start(text: string): Promise<Reply>;
  send(importId: string, firstLine: number, lines: readonly string[]): Promise<Reply>;
  /** Sends the lines that are missing and has the file compared; answers when it is done. */
  importFile(text: string): Promise<Json>;
  waitUntilDone(importId: string): Promise<Json>;
  items(query?: string): Promise<Json[]>;
}

export function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

export function fingerprintOf(lines: readonly string[]): string {
  return lines.reduce((before, line) => hashLine(before, line), NO_LINES as Buffer).toString('hex');
}

const CHUNK = 300;

export function operatorOf(client: Client): Operator {
  const operator: Operator = {
    call: (method, path, body) => client.call(method, path, { token: client.adminKey, body }),
    async file(query = {}) {
      const path = `/sandbox/acquirer/settlement?${new URLSearchParams(query).toString()}`;
      const reply = await client.call('GET', path);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8');
      return reply.text;
    },
    start(text) {
      const lines = linesOf(text);
      const body = { header: lines[0], fingerprint: fingerprintOf(lines) };
      return operator.call('POST', importsPath, body);
    },
    send: (importId, firstLine, lines) =>
      operator.call('POST', `${importsPath}/${importId}/lines`, { firstLine, lines }),
    async importFile(text) {
      const started = await operator.start(text);
      assert.equal(started.status, 200, started.text);
      const lines = linesOf(text);
      const importId = String(started.body['importId']);
      for (let at = Number(started.body['lines']); at < lines.length;) {
        const sent = await operator.send(importId, at + 1, lines.slice(at, at + CHUNK));
        assert.equal(sent.status, 200, sent.text);
        at = Number(sent.body['lines']);
      }
      const finished = await operator.call('POST', `${importsPath}/${importId}/finish`);
      assert.equal(finished.status, 200, finished.text);
      return operator.waitUntilDone(importId);
    },
    async waitUntilDone(importId) {
      let seen: Json = {};
      await until(async () => {
        const reply = await operator.call('GET', `${importsPath}/${importId}`);
        assert.equal(reply.status, 200, reply.text);
        seen = reply.body;
        return seen['state'] === 'DONE';
      }, `the comparison of ${importId}`);
      return seen;
    },
    async items(query = '') {
      const reply = await operator.call('GET', `${itemsPath}${query}`);
      assert.equal(reply.status, 200, reply.text);
      return reply.body['items'] as Json[];
    },
  };
  return operator;
}

/** `{ MATCHED: 5, EXTRA: 1 }`: how many of each result, over all currencies. */
export function countsOf({ totals }: Json): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { result, count } of totals as { result: string; count: number }[]) {
    counts[result] = (counts[result] ?? 0) + count;
  }
  return counts;
}
