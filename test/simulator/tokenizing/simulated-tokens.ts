// The simulated token services: their own record of every token, idempotent by requestId, with
// answers that are lost, late, unreadable or declined, and news that are repeated and disordered.

import { secret } from '@bramka/gateway/core/secret.ts';
import type { NetworkToken, TokenScheme } from '@bramka/gateway/token-services/network-token.ts';
import {
  tokenServiceRegistry,
  type TokenServiceRegistry,
} from '@bramka/gateway/token-services/registry.ts';
import type { TokenNews } from '@bramka/gateway/token-services/token-news.ts';
import type {
  ProvisionAnswer,
  ProvisionRequest,
  TokenService,
  UnknownAnswer,
} from '@bramka/gateway/token-services/token-service-port.ts';
import type { Chance } from '../world/chance.ts';
import type { Faults } from '../world/faults.ts';
import type { Life } from '../world/life.ts';
import { createLine } from '../world/line.ts';
import type { Schedule } from '../world/schedule.ts';

export interface TokenRecord {
  readonly requestId: string;
  readonly merchantId: string;
  readonly scheme: TokenScheme;
  readonly instrumentRef: string;
  readonly isDeclined: boolean;
  status: NetworkToken['status'];
  /** Counts its changes. */
  sequence: number;
}

export interface SimulatedTokens {
  readonly records: ReadonlyMap<string, TokenRecord>;
  /** The token services as one process sees them. */
  from(life: Life): TokenServiceRegistry;
  /** Suspends, resumes or deletes a token. */
  changeAny(): void;
}

export interface SimulatedTokensParts {
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly trace: (line: string) => void;
  readonly onRequest: (request: ProvisionRequest) => void;
  /** Sends news to the gateway. */
  readonly tell: (news: TokenNews) => void;
}

const DECLINED_PERCENT = 12;
const timeout: UnknownAnswer = { kind: 'unknown', why: 'timeout' };
const garbage: UnknownAnswer = { kind: 'unknown', why: 'garbage' };

export function createSimulatedTokens(parts: SimulatedTokensParts): SimulatedTokens {
  const { chance, faults, trace } = parts;
  const records = new Map<string, TokenRecord>();
  const line = createLine({ ...parts, shares: faults.directory });
  const ask = <A>(life: Life, work: () => A): Promise<A | UnknownAnswer> =>
    life.gate(
      line
        .send<A | UnknownAnswer>(() => {
          const answer = work();
          const isUnreadable = faults.on && chance.percent(faults.trouble / 2);
          return Promise.resolve(isUnreadable ? garbage : answer);
        })
        .catch(() => timeout),
    );
  const change = (record: TokenRecord, status: TokenRecord['status']): void => {
    record.status = status;
    record.sequence += 1;
    trace(`token service: ${record.instrumentRef} is ${status} (${String(record.sequence)})`);
    parts.tell(newsOf(record, parts.schedule.clock.now()));
  };
  const provision = (scheme: TokenScheme, request: ProvisionRequest): ProvisionAnswer => {
    parts.onRequest(request);
    const { requestId } = request;
    const record = records.get(requestId) ?? newRecord(parts, scheme, request, records.size);
    records.set(requestId, record);
    trace(`token service: ${record.instrumentRef} for ${requestId.slice(-6)}`);
    if (record.isDeclined) return { kind: 'declined', rejectCode: 'TOKENIZATION_DECLINED' };
    return { kind: 'provisioned', token: tokenOf(record) };
  };
  const remove = (instrumentRef: string): { readonly kind: 'removed' } => {
    const record = [...records.values()].find((one) => one.instrumentRef === instrumentRef);
    if (record && record.status !== 'DELETED') change(record, 'DELETED');
    return { kind: 'removed' };
  };
  const from = (life: Life, scheme: TokenScheme): TokenService => ({
    ...unused,
    scheme,
    provision: (request) => ask(life, () => provision(scheme, request)),
    remove: (instrumentRef) => ask(life, () => remove(instrumentRef)),
  });
  return {
    records,
    from: (life) => tokenServiceRegistry([from(life, 'VTS'), from(life, 'SCOF')]),
    changeAny() {
      const live = [...records.values()].filter(isLive);
      if (live.length === 0) return;
      const record = chance.pick(live);
      const other = record.status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE';
      change(record, chance.pick([other, other, 'DELETED']));
    },
  };
}

export function isLive({ isDeclined, status }: TokenRecord): boolean {
  return !isDeclined && status !== 'DELETED';
}

/** Payments with network tokens, card art and signatures have their own tests. */
const unused = {
  cryptogram: () => Promise.resolve(timeout),
  read: () => Promise.resolve(timeout),
  visual: () => Promise.resolve(undefined),
  readNews: () => 'unreadable' as const,
} as const;

function newRecord(
  { chance }: SimulatedTokensParts,
  scheme: TokenScheme,
  { requestId, merchantId }: ProvisionRequest,
  count: number,
): TokenRecord {
  return {
    requestId,
    merchantId,
    scheme,
    instrumentRef: `ref-${String(count + 1)}`,
    isDeclined: chance.percent(DECLINED_PERCENT),
    status: 'ACTIVE',
    sequence: 0,
  };
}

function tokenOf({ instrumentRef, status, sequence }: TokenRecord): NetworkToken {
  return {
    instrumentRef,
    number: secret('4895370012003478'),
    expiry: secret('203106'),
    status,
    paymentAccountReference: null,
    cardLastFour: '1111',
    visualId: null,
    sequence,
  };
}

function newsOf({ scheme, instrumentRef, sequence, status }: TokenRecord, at: number): TokenNews {
  const eventId = `${instrumentRef}-${String(sequence)}-${String(at)}`;
  const unchanged = { expiry: null, cardLastFour: null, cardExpiry: null, visualId: null };
  return { eventId, scheme, instrumentRef, sequence, status, ...unchanged };
}
