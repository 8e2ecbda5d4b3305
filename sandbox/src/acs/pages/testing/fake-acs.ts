// An in-memory ACS for tests of the pages: its challenges follow the rules of the real one and
// record every action.

import type { FastifyInstance } from 'fastify';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { serveParty } from '../../../party/testing/serve-party.ts';
import type { ChallengeAction } from '../../authentication.ts';
import { acsParty } from '../../party.ts';
import type { ChallengeView } from '../../view.ts';
import { acsPages, type PagesAcs } from '../endpoints.ts';

/** The pages under /sandbox/acs. */
export function servePages(acs: PagesAcs): FastifyInstance {
  const { openPages = [] } = acsParty;
  const base = '/sandbox/acs';
  return serveParty(base, toRoutes(acsPages, { acs, base }), { openPages });
}

const TRIES = 3;
/** 2030-01-02 03:04:05 UTC. */
const EXPIRES_AT = 1_893_553_445_000;

export type Scene = Partial<ChallengeView> & {
  /** No action of the customer ends the challenge. */
  readonly isStuck?: boolean;
  readonly returnUrl?: string;
};

export interface FakeAcs extends PagesAcs {
  /** Starts a challenge and returns its creq. */
  start(scene?: Scene): { acsTransID: string; creq: string };
  readonly actions: (ChallengeAction & { acsTransID: string })[];
}

interface StoredChallenge {
  readonly scene: Scene;
  view: ChallengeView;
  threeDSSessionData: string | null;
}

export function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function fakeAcs(): FakeAcs {
  const challenges = new Map<string, StoredChallenge>();
  const actions: FakeAcs['actions'] = [];
  return {
    actions,
    start(scene = {}) {
      const acsTransID = `0198a000-0000-7000-8000-${String(challenges.size).padStart(12, '0')}`;
      const view = { ...anyView(acsTransID), ...scene };
      challenges.set(acsTransID, { scene, view, threeDSSessionData: null });
      const creq = base64url({ messageType: 'CReq', messageVersion: '2.2.0', acsTransID });
      return { acsTransID, creq };
    },
    async openChallenge(creq, threeDSSessionData) {
      const { acsTransID } = JSON.parse(String(Buffer.from(creq, 'base64url'))) as ChallengeView;
      const kept = challenges.get(acsTransID);
      if (kept) kept.threeDSSessionData = threeDSSessionData ?? null;
      return kept?.view;
    },
    async viewChallenge(acsTransID) {
      return challenges.get(acsTransID)?.view;
    },
    async applyAction(acsTransID, action) {
      actions.push({ ...action, acsTransID });
      const kept = challenges.get(acsTransID);
      if (kept) kept.view = applyTo(kept, action);
      return kept?.view;
    },
  };
}

function anyView(acsTransID: string): ChallengeView {
  return {
    acsTransID,
    threeDSServerTransID: acsTransID,
    merchantName: 'Sklep Testowy',
    amount: '1234.50',
    currency: 'PLN',
    cardMask: '491711******0006',
    state: 'OPEN',
    transStatus: null,
    triesLeft: TRIES,
    isWrongPassword: false,
    expiresAt: EXPIRES_AT,
    back: null,
  };
}

function applyTo(kept: StoredChallenge, action: ChallengeAction): ChallengeView {
  const { view, scene } = kept;
  if (view.state === 'FINISHED' || action.do === 'abandon' || scene.isStuck) return view;
  if (action.do === 'push') return { ...view, state: 'PUSHED' };
  if (action.do === 'approve') return finish(kept, 'Y');
  if (action.do !== 'password') return finish(kept, 'N');
  if (action.password === '1234') return finish(kept, 'Y');
  const triesLeft = view.triesLeft - 1;
  if (triesLeft === 0) return finish(kept, 'N');
  return { ...view, triesLeft, isWrongPassword: true };
}

function finish(kept: StoredChallenge, transStatus: 'Y' | 'N'): ChallengeView {
  const { view, scene, threeDSSessionData } = kept;
  const url = scene.returnUrl ?? 'http://127.0.0.1:9/cres';
  const cres = base64url({ messageType: 'CRes', acsTransID: view.acsTransID, transStatus });
  return {
    ...view,
    state: 'FINISHED',
    transStatus,
    isWrongPassword: false,
    back: { url, cres, threeDSSessionData },
  };
}
