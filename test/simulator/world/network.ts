// The network between the nodes and the acquirers: one line to each.

import type { Transport } from '@bramka/gateway/http/outgoing.ts';
import type { PlainAnswer, PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import type { SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import type { Life } from './life.ts';
import { createLine, type Line, type LineParts } from './line.ts';

interface AcquirerLine extends Pick<Line, 'inFlight' | 'namedInFlight' | 'outage'> {
  readonly provider: string;
  /** The transport of one process. */
  from(life: Life): Transport<Verb, PlainRequest>;
}

export interface Network extends Pick<Line, 'inFlight' | 'namedInFlight' | 'outage'> {
  readonly lines: readonly AcquirerLine[];
}

export interface NetworkParts extends Omit<LineParts, 'shares'> {
  readonly acquirers: readonly Acquirer[];
  /** An authorization is about to reach the acquirer. */
  readonly onAuthorize: (request: PlainRequest, provider: string) => void;
}

interface Acquirer {
  readonly name: string;
  readonly acquirer: Pick<SimulatedAcquirer, 'handle'>;
}

export function createNetwork({ acquirers, ...parts }: NetworkParts): Network {
  const lines = acquirers.map((one) => createAcquirerLine(parts, one));
  const sum = (of: (line: AcquirerLine) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  return {
    lines,
    inFlight: () => sum((line) => line.inFlight()),
    namedInFlight: () => sum((line) => line.namedInFlight()),
    /** Of one acquirer. */
    outage: (ms) => lines[ms % lines.length]?.outage(ms),
  };
}

function createAcquirerLine(
  { onAuthorize, ...parts }: Omit<NetworkParts, 'acquirers'>,
  { name: provider, acquirer }: Acquirer,
): AcquirerLine {
  const line = createLine({ ...parts, shares: parts.faults.network });
  const deliver = async (verb: Verb, request: PlainRequest): Promise<PlainAnswer | undefined> => {
    if (verb === 'authorize') onAuthorize(request, provider);
    const answer = await acquirer.handle(verb, request);
    parts.trace(`${provider} ${verb} ${short(request.attemptId)} ${describe(answer)}`);
    if (resultOf(answer) === 'NOT_FOUND') line.missed(request.attemptId);
    return answer;
  };
  return {
    ...line,
    provider,
    from: (life) => (verb, request) => {
      const name = verb === 'authorize' ? request.attemptId : undefined;
      return life.gate(line.send(() => deliver(verb, request), name));
    },
  };
}

/** Ids begin with the time, so their random end distinguishes them. */
export function short(id: string | null | undefined): string {
  return id === undefined || id === null ? '-' : id.slice(-6);
}

function describe(answer: PlainAnswer | undefined): string {
  if (answer === undefined) return 'stays silent';
  return `answers ${String(answer.status)} ${resultOf(answer)}`;
}

function resultOf(answer: PlainAnswer | undefined): string {
  return ((answer?.body ?? {}) as { result?: string }).result ?? '';
}
