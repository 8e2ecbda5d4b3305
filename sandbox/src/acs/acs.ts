// The simulated issuer's access control server (ACS): answers authentication requests, runs
// challenges, and sends each result to the 3DS server until it is acknowledged.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { isUuid, type Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { answerSdk } from './app-challenge.ts';
import type { DirectoryKeys } from './app/directory-keys.ts';
import { signContent } from './app/signed-content.ts';
import {
  applyAction,
  completeDecoupled,
  isChallenge,
  isExpired,
  endChallenge,
  type AuthenticationRow,
  type ChallengeAction,
  type Moment,
} from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import { readCReq } from './creq.ts';
import { createRecords, type Records } from './records.ts';
import { aresOf, newRow, type AuthenticationRequest } from './request.ts';
import { nextTry, type DeliverResult } from './result.ts';
import { viewOf } from './view.ts';

interface AcsParts {
  readonly journal: Journal;
  readonly store: AuthenticationStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly keys: () => Promise<DirectoryKeys>;
  /** The public URL of the server, and the path prefix before `/acs` on it. */
  readonly publicUrl: () => string;
  readonly prefix: string;
  readonly deliver: DeliverResult;
}

export type SimulatedAcs = ReturnType<typeof createAcs>;

const MAX_AT_ONCE = 50;

export function createAcs(parts: AcsParts) {
  const { store, clock } = parts;
  const records = createRecords(parts);
  const seen = async (acsTransID: string): Promise<AuthenticationRow | undefined> => {
    const row = isUuid(acsTransID) ? await store.find(acsTransID) : undefined;
    return row && isChallenge(row) ? row : undefined;
  };
  return {
    /** Undefined if the threeDSServerTransID was used before. Throws BadAppMessage. */
    authenticate: (request: AuthenticationRequest) => authenticate(parts, records, request),
    /** Opens a challenge with the CReq of a browser. Undefined: malformed or unknown. */
    async openChallenge(creq: string, threeDSSessionData: string | undefined) {
      const read = readCReq(creq, threeDSSessionData);
      const before = read && (await seen(read.acsTransID));
      if (!read || before?.deviceChannel !== '02' || before.path === 'DECOUPLED') return undefined;
      if (before.serverTransId !== read.threeDSServerTransID) return undefined;
      if (before.messageVersion !== read.messageVersion) return undefined;
      const row = await records.step(read.acsTransID, (now, moment) => {
        if (isExpired(now, moment.now)) return endChallenge(now, 'EXPIRED', moment);
        if (now.sessionData !== null || read.sessionData === null) return undefined;
        return { ...now, sessionData: read.sessionData };
      });
      return row && viewOf(row);
    },
    async viewChallenge(acsTransID: string) {
      const row = await seen(acsTransID);
      return row && viewOf(row);
    },
    /** If this ends the challenge, the result has been sent once when it resolves. */
    async applyAction(acsTransID: string, action: ChallengeAction) {
      if (!(await seen(acsTransID))) return undefined;
      const row = await records.step(acsTransID, (now, moment) => applyAction(now, action, moment));
      return row && viewOf(row);
    },
    /** Answers the encrypted CReq of an SDK. */
    answerSdk: (jwe: string) => answerSdk(jwe, { store, records }),
    /** Runs what is due: expired challenges, decoupled results, results to be sent again. */
    async runDue() {
      const due = await store.due(clock.now(), MAX_AT_ONCE);
      const done = await Promise.allSettled(due.map((row) => runDueStep(records, row)));
      const failed = done.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return done.filter((one) => one.status === 'fulfilled' && one.value).length;
    },
  };
}

async function authenticate(
  parts: AcsParts,
  records: Records,
  request: AuthenticationRequest,
): Promise<ARes | undefined> {
  const { clock, ids, random } = parts;
  const row = newRow(request, ids.next(), { now: clock.now(), random });
  const base = `${parts.publicUrl()}${parts.prefix}/acs`;
  if (row.transStatus !== 'C' || row.deviceChannel !== '01') {
    return (await records.add(row)) ? aresOf(row, { acsURL: `${base}/challenge` }) : undefined;
  }
  const { sdkEphemPubKey, sdkReferenceNumber } = request.areq;
  const { acsSignedContent, sessionKey } = await signContent({
    acsURL: `${base}/app`,
    sdkEphemPubKey,
    sdkReferenceNumber,
    keys: await parts.keys(),
  });
  const isNew = await records.add({ ...row, sessionKey: sessionKey.toString('base64') });
  return isNew ? aresOf(row, { acsSignedContent }) : undefined;
}

/** False if another node was faster. */
async function runDueStep(records: Records, found: AuthenticationRow): Promise<boolean> {
  const changed = await records.change(found.acsTransId, (row, moment) =>
    row.version === found.version ? dueStep(row, moment) : undefined,
  );
  if (!changed?.isChanged) return false;
  await records.send(changed.row);
  return true;
}

function dueStep(row: AuthenticationRow, moment: Moment): AuthenticationRow {
  if (row.state === 'FINISHED') return nextTry(row, moment.now);
  if (row.path === 'DECOUPLED') return completeDecoupled(row, moment);
  return endChallenge(row, 'EXPIRED', moment);
}
