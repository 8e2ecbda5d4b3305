// The simulated issuer's access control server: answers authentication requests, lets the customer
// finish a challenge, and tells the 3DS server the result until it is heard.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { isUuid, type Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import type { ARes } from '@bramka/gateway/threeds/messages/message.ts';
import { answerSdk, type SdkAnswer } from './app-challenge.ts';
import type { DirectoryKeys } from './app/directory-keys.ts';
import { signContent } from './app/signed-content.ts';
import { acted, decoupledDone, isChallenge, isExpired, timedOut } from './authentication.ts';
import type { AuthenticationRow, ChallengeAction, Moment } from './authentication.ts';
import type { AuthenticationStore } from './authentication.store.ts';
import { readCReq } from './creq.ts';
import { createRecords, type Records } from './records.ts';
import { aresOf, newRow, type AuthenticationRequest, type ChallengeTarget } from './request.ts';
import { nextTry, type DeliverResult } from './result.ts';
import { viewOf, type ChallengeView } from './view.ts';

export interface AcsParts {
  readonly journal: Journal;
  readonly store: AuthenticationStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly keys: () => Promise<DirectoryKeys>;
  /** The address of the server and what stands before `/acs` on it. */
  readonly publicUrl: () => string;
  readonly prefix: string;
  readonly deliver: DeliverResult;
}

export interface SimulatedAcs {
  /** Undefined when the 3DS server has used its id before. Throws BadAppMessage. */
  authenticate(request: AuthenticationRequest): Promise<ARes | undefined>;
  /** The browser arrives with its CReq; undefined: malformed or unknown. */
  open(creq: string, threeDSSessionData: string | undefined): Promise<ChallengeView | undefined>;
  look(acsTransID: string): Promise<ChallengeView | undefined>;
  /** When this ends the challenge, the result has been sent once before it resolves. */
  act(acsTransID: string, action: ChallengeAction): Promise<ChallengeView | undefined>;
  /** A CReq of the app flow as it came over the wire. */
  answerSdk(jwe: string): Promise<SdkAnswer>;
  /** Does what is due: challenges that ran out, decoupled results, results to be sent again. */
  work(): Promise<number>;
}

const MOST_AT_ONCE = 50;

export function createAcs(parts: AcsParts): SimulatedAcs {
  const { store, clock } = parts;
  const records = createRecords(parts);
  const seen = async (acsTransID: string): Promise<AuthenticationRow | undefined> => {
    const row = isUuid(acsTransID) ? await store.find(acsTransID) : undefined;
    return row && isChallenge(row) ? row : undefined;
  };
  return {
    authenticate: (request) => authenticate(parts, records, request),
    async open(creq, threeDSSessionData) {
      const read = readCReq(creq, threeDSSessionData);
      const before = read && (await seen(read.acsTransID));
      if (!read || before?.deviceChannel !== '02' || before.path === 'DECOUPLED') return undefined;
      if (before.serverTransId !== read.threeDSServerTransID) return undefined;
      if (before.messageVersion !== read.messageVersion) return undefined;
      const row = await records.step(read.acsTransID, (now, moment) => {
        if (isExpired(now, moment.now)) return timedOut(now, moment);
        if (now.sessionData !== null || read.sessionData === null) return undefined;
        return { ...now, sessionData: read.sessionData };
      });
      return row && viewOf(row);
    },
    async look(acsTransID) {
      const row = await seen(acsTransID);
      return row && viewOf(row);
    },
    async act(acsTransID, action) {
      if (!(await seen(acsTransID))) return undefined;
      const row = await records.step(acsTransID, (now, moment) => acted(now, action, moment));
      return row && viewOf(row);
    },
    answerSdk: (jwe) => answerSdk(jwe, { store, records }),
    async work() {
      const due = await store.due(clock.now(), MOST_AT_ONCE);
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
  const isApp = row.transStatus === 'C' && row.deviceChannel === '01';
  const { door, sessionKey } = isApp
    ? await prepareAppChallenge(parts, request)
    : preparePageChallenge(parts);
  if (!(await records.add({ ...row, sessionKey }))) return undefined;
  return aresOf(row, door);
}

interface PreparedChallenge {
  readonly door: ChallengeTarget;
  readonly sessionKey: string | null;
}

function preparePageChallenge({ publicUrl, prefix }: AcsParts): PreparedChallenge {
  return { door: { acsURL: `${publicUrl()}${prefix}/acs/challenge` }, sessionKey: null };
}

async function prepareAppChallenge(
  parts: AcsParts,
  { areq }: AuthenticationRequest,
): Promise<PreparedChallenge> {
  const { acsSignedContent, sessionKey } = await signContent({
    acsURL: `${parts.publicUrl()}${parts.prefix}/acs/app`,
    sdkEphemPubKey: areq.sdkEphemPubKey,
    sdkReferenceNumber: areq.sdkReferenceNumber,
    keys: await parts.keys(),
  });
  return { door: { acsSignedContent }, sessionKey: sessionKey.toString('base64') };
}

/** False when another node was faster. */
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
  return row.path === 'DECOUPLED' ? decoupledDone(row, moment) : timedOut(row, moment);
}
