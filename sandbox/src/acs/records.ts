// Writes changes of authentications with compare-and-set on the version, and delivers their
// results. The caller that commits the end of a challenge, or the next attempt, sends the result.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import type { AuthenticationRow, Moment } from './authentication.ts';
import {
  authenticationTable,
  ONE_PER_SERVER_ID,
  type AuthenticationStore,
} from './authentication.store.ts';
import { afterTry, rreqOf, type DeliverResult } from './result.ts';

interface RecordParts {
  readonly journal: Journal;
  readonly store: AuthenticationStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly deliver: DeliverResult;
}

/** The row after the change; the same row, or undefined, if nothing changes. */
type Decide = (row: AuthenticationRow, moment: Moment) => AuthenticationRow | undefined;

export type Records = ReturnType<typeof createRecords>;

/** Each lost race means that another change succeeded, so this many are a defect. */
const MAX_RACES = 1_000;

export function createRecords(parts: RecordParts) {
  const { journal, store, clock, random } = parts;
  /** First deliveries of this process, so that concurrent requests can wait for them. */
  const sending = new Map<string, Promise<void>>();

  /** `isChanged`: whether this call made the change. */
  const change = async (acsTransId: string, decide: Decide) => {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const row = await store.find(acsTransId);
      if (!row) return undefined;
      const decided = decide(row, { now: clock.now(), random });
      if (decided === undefined || decided === row) return { before: row, row, isChanged: false };
      const next = { ...decided, version: row.version + 1 };
      const draft = new Draft().change(authenticationTable, next, row.version);
      const result = await journal.commit(draft);
      if (result.kind === 'committed') return { before: row, row: next, isChanged: true };
      if (result.kind === 'conflict') defect(`an authentication violated ${result.constraint}`);
    }
    return defect('a change lost every race for its authentication');
  };

  /** Sends the result of a row whose attempt was claimed. */
  const send = async (row: AuthenticationRow): Promise<void> => {
    const { acsTransId, serverUrl, resultTries } = row;
    const heard = await parts
      .deliver(serverUrl, rreqOf(row), resultTries === 1)
      .catch(() => undefined);
    await change(acsTransId, (now, moment) => afterTry(now, resultTries, heard, moment.now));
  };
  const sendOnce = (row: AuthenticationRow): Promise<void> => {
    const sent = send(row).finally(() => sending.delete(row.acsTransId));
    sending.set(row.acsTransId, sent);
    return sent;
  };

  return {
    change,
    send,
    /** False if the threeDSServerTransID was used before. */
    async add(row: AuthenticationRow): Promise<boolean> {
      const result = await journal.commit(new Draft().insert(authenticationTable, row));
      if (result.kind === 'committed') return true;
      if (result.kind === 'conflict' && result.constraint === ONE_PER_SERVER_ID) return false;
      return defect('an authentication could not be recorded');
    },
    /** A change that may end the challenge; the result has been sent once when this resolves. */
    async step(acsTransId: string, decide: Decide): Promise<AuthenticationRow | undefined> {
      const changed = await change(acsTransId, decide);
      if (changed === undefined) return undefined;
      const { before, row } = changed;
      if (row.state === 'FINISHED' && before.state !== 'FINISHED') await sendOnce(row);
      else await sending.get(acsTransId);
      return row;
    },
  };
}
