// Simulated customers: their page reads the next step from the gateway, runs the 3DS Method or the
// challenge, or the customer cancels, abandons, or returns too late.

import type { Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { call, merchant, type Reply } from '../client/call.ts';
import type { Chance } from '../world/chance.ts';
import { short } from '../world/network.ts';
import type { SimulatedNode } from '../node/node-parts.ts';
import type { Acs, CustomerMood } from './acs.ts';
import type { Book, IssuerCase, IssuerStatement } from './book.ts';
import { challengeReturn, fingerprintNotification, type Notifications } from './notifications.ts';
import type { Plans } from './plans.ts';

const MAX_READS = 4;

export interface CustomerParts {
  readonly chance: Chance;
  readonly mood: CustomerMood;
  readonly nodes: readonly SimulatedNode[];
  readonly acs: Acs;
  readonly book: Book;
  readonly plans: Plans;
  readonly notifications: Notifications;
  /** Runs work later, independent of what waits for it. */
  readonly later: (ms: number, work: () => void) => void;
  readonly deliver: (made: IssuerCase) => void;
  readonly trace: (line: string) => void;
  readonly count: (what: string) => void;
  readonly onDefect: (where: string, error: unknown) => void;
}

export interface Customers {
  /** An authentication has reached a step that needs the customer. */
  onStep(authentication: Authentication): void;
  /** The ACS has started to wait for its customer. */
  onChallenge(made: IssuerCase): void;
}

export function createCustomers(parts: CustomerParts): Customers {
  const { chance, mood, plans, later } = parts;
  return {
    onStep(authentication) {
      // Some customers have closed the page.
      if (!mood.isCalm && chance.percent(5)) return;
      const timeMs = chance.percent(60) ? chance.between(5, 200) : chance.between(200, 2_000);
      plans.after(timeMs, () => readStep(parts, authentication, 1));
    },
    onChallenge(issuerCase) {
      const timeMs = chance.between(200_000, 700_000);
      // Some ACSs never report an abandoned challenge.
      const isTold = chance.percent(80);
      const ending = chance.pick(['04', '05']);
      later(
        timeMs,
        () => isTold && finish(parts, issuerCase, parts.acs.state(issuerCase, 'N', ending)),
      );
      if (issuerCase.answered.transStatus === 'D') confirmInApp(parts, issuerCase);
    },
  };
}

/** The page asks the gateway what to do now. */
async function readStep(parts: CustomerParts, of: Authentication, looks: number): Promise<void> {
  const { chance, nodes, plans, onDefect } = parts;
  const { merchantId, paymentId } = of;
  const node = chance.pick(nodes);
  const operation = 'acsData' as const;
  const caller = merchant(merchantId);
  const request = { operation, caller, params: { paymentId }, body: {}, key: null };
  const reply = node.life.isAlive()
    ? await call(node, request, (error) => onDefect(operation, error))
    : 'lost';
  if (reply === 'lost' || reply.status >= 500) {
    if (looks < MAX_READS)
      plans.after(chance.between(500, 3_000), () => readStep(parts, of, looks + 1));
  } else if (reply.status === 200) doStep(parts, of, reply);
}

function doStep(parts: CustomerParts, of: Authentication, { body }: Reply): void {
  if (body['threeDSMethodURL'] !== undefined) return runFingerprint(parts, of);
  const made = parts.book.ofAcs(body['acsTxnId']);
  if (!made) return parts.onDefect('acsData', new Error('names an unknown challenge'));
  takeChallenge(parts, made);
}

function runFingerprint(parts: CustomerParts, of: Authentication): void {
  const { chance, mood, plans, notifications, count } = parts;
  const fate = mood.isCalm
    ? 'soon'
    : chance.weighted([
        [65, 'soon'],
        [20, 'late'],
        [15, 'never'],
      ]);
  count(`method ${fate}`);
  if (fate === 'never') return;
  const waitMs = fate === 'soon' ? chance.between(10, 2_000) : chance.between(9_000, 25_000);
  const times = chance.percent(10) ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    plans.after(waitMs, () => notifications.bring(fingerprintNotification(of)));
  }
}

type Ending = readonly [transStatus: 'Y' | 'A' | 'N' | 'R' | 'U', cancel?: string];

const endings: readonly (readonly [number, Ending])[] = [
  [62, ['Y']],
  [3, ['A']],
  [10, ['N']],
  [3, ['R']],
  [3, ['U']],
  [2, ['U', '06']],
  [2, ['U', '04']],
  [7, ['N', '01']],
];

/** Some customers are quick, some are slow, some return too late. */
const paces: readonly ((chance: Chance) => number)[] = [
  (chance) => chance.between(10, 400),
  (chance) => chance.between(10, 400),
  (chance) => chance.between(10, 400),
  (chance) => chance.between(400, 15_000),
  (chance) => chance.between(400, 15_000),
  (chance) => chance.between(50_000, 900_000),
];

function takeChallenge(parts: CustomerParts, issuerCase: IssuerCase): void {
  const { chance, mood, plans, count } = parts;
  if (!mood.isCalm && chance.percent(10)) return count('challenge abandoned');
  const timeMs = mood.isCalm ? 100 : chance.pick(paces)(chance);
  const ending: Ending = mood.isCalm ? ['Y'] : chance.weighted(endings);
  plans.after(timeMs, () => finish(parts, issuerCase, parts.acs.state(issuerCase, ...ending)));
}

/** Confirms in the bank's app, sometimes before the gateway knows that it is waiting. */
function confirmInApp(parts: CustomerParts, issuerCase: IssuerCase): void {
  const { chance, plans } = parts;
  if (chance.percent(10)) return;
  const timeMs = chance.percent(30) ? chance.between(1, 40) : chance.between(500, 60_000);
  const ending = chance.weighted<Ending>([
    [75, ['Y']],
    [15, ['N']],
    [10, ['N', '03']],
  ]);
  plans.after(timeMs, () => finish(parts, issuerCase, parts.acs.state(issuerCase, ...ending)));
}

/** Ends the challenge once; the result is sent and the browser returns. */
function finish(parts: CustomerParts, issuerCase: IssuerCase, said: IssuerStatement): void {
  const { chance, plans, notifications, deliver, trace, count } = parts;
  if (issuerCase.final !== undefined) return;
  issuerCase.final = said;
  const { transStatus } = said;
  trace(`challenge of 3ds ${short(issuerCase.areq.threeDSServerTransID)} ends ${transStatus}`);
  count(`challenge ${transStatus}`);
  deliver(issuerCase);
  if (issuerCase.answered.transStatus === 'D' || issuerCase.areq.deviceChannel === '01') return;
  const told = chance.percent(25) ? chance.pick(['Y', 'N']) : transStatus;
  plans.after(chance.between(1, 3_000), () =>
    notifications.bring(challengeReturn(issuerCase, told)),
  );
}
