// Checks after every committed entry: statuses and events of tokenizations, and the rows of tokens.

import type { Entry, CommitResult } from '@bramka/gateway/journal/entry.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { events, type EventRow } from '@bramka/gateway/events/event.ts';
import type { ProvisionRequest } from '@bramka/gateway/token-services/token-service-port.ts';
import { tokenizationTransitions } from '@bramka/gateway/tokenizer/tokenization.states.ts';
import { tokenizations, type Tokenization } from '@bramka/gateway/tokenizer/tokenization.ts';
import { cardTokens, type CardToken } from '@bramka/gateway/vault/card-token.store.ts';
import type { Observer } from '../storage/storage.ts';
import type { TokenFindings } from './token-finding.ts';

export function createEntryChecks(
  findings: TokenFindings,
  memoryOf: () => Memory,
  trace: (line: string) => void,
): Observer {
  const seen = new Map<string, Tokenization>();
  const discarded = new Set<string>();
  return {
    before: () => undefined,
    after(entry: Entry, { kind }: CommitResult) {
      if (kind !== 'committed') return;
      const writes = [...entry.changes, ...entry.inserts];
      const memory = memoryOf();
      for (const { table, row } of writes) {
        if (table !== tokenizations) continue;
        const now = memory.find<Tokenization>(tokenizations, row);
        if (!now) continue;
        trace(`committed: ${describe(now)}`);
        checkTransition(findings, seen.get(now.tokenizerId), now);
        checkEvents(findings, memory, now);
        seen.set(now.tokenizerId, now);
      }
      if (!writes.some(({ table }) => table === cardTokens || table === tokenizations)) return;
      checkTokens(findings, memory, discarded);
      checkTokensOfTokenizations(findings, memory);
    },
  };
}

function describe({ tokenizerId, version, status, kind, tokenId }: Tokenization): string {
  const token = tokenId === null ? '' : ` token ${tokenId.slice(-6)}`;
  return `${kind} ${tokenizerId.slice(-6)} v${String(version)} ${status}${token}`;
}

function checkTransition(
  findings: TokenFindings,
  before: Tokenization | undefined,
  now: Tokenization,
): void {
  const from = before?.status;
  const isAllowed =
    from === undefined
      ? now.status === 'NEW'
      : tokenizationTransitions.some(
          (row) =>
            row.from.includes(from) && (row.to === 'unchanged' ? from : row.to) === now.status,
        );
  const isNext = now.version === (before?.version ?? 0) + 1;
  findings.expect(isAllowed && isNext, 'statuses follow the table', () => {
    return `${describe(now)} after ${before ? describe(before) : 'nothing'}`;
  });
}

function checkEvents(findings: TokenFindings, memory: Memory, now: Tokenization): void {
  const ofTokenization = memory
    .rows<EventRow>(events)
    .filter(
      ({ event, paymentId }) => event === 'TOKENIZATION_STATUS' && paymentId === now.tokenizerId,
    )
    .sort((a, b) => a.sequence - b.sequence);
  const statuses = ofTokenization.map(
    ({ body }) => (JSON.parse(body) as { status: string }).status,
  );
  const hasNoGap = ofTokenization.every(({ sequence }, index) => sequence === index + 1);
  const hasNoRepeat = statuses.every((status, index) => status !== statuses[index - 1]);
  const isComplete = ofTokenization.length === now.sequence && statuses.at(-1) === now.status;
  findings.expect(hasNoGap && hasNoRepeat && isComplete, 'one event per status change', () => {
    return `${describe(now)} has the events ${statuses.join(', ')}`;
  });
}

function checkTokens(findings: TokenFindings, memory: Memory, discarded: Set<string>): void {
  const usable = new Set<string>();
  for (const token of memory.rows<CardToken>(cardTokens)) {
    const { tokenId, merchantId, type, status, fingerprint, extCustomerId } = token;
    const material = [fingerprint, token.keyVersion, token.sealedRowKey, token.sealedCard];
    if (status === 'DISCARDED') {
      discarded.add(tokenId);
      const isEmpty = material.every((value) => value === null);
      findings.expect(isEmpty, 'a discarded token has nothing of its card', () => tokenId);
      continue;
    }
    findings.expect(!discarded.has(tokenId), 'a discarded token stays discarded', () => tokenId);
    const print = fingerprint === null ? 'none' : Buffer.from(fingerprint).toString('hex');
    const key = JSON.stringify([merchantId, type, print, extCustomerId]);
    findings.expect(!usable.has(key), 'one usable token per card and customer', () => key);
    usable.add(key);
  }
}

function checkTokensOfTokenizations(findings: TokenFindings, memory: Memory): void {
  for (const row of memory.rows<Tokenization>(tokenizations)) {
    const { merchantId, tokenId, status } = row;
    const hasToken = status === 'COMPLETED' || status === 'DISCARDED';
    const token =
      tokenId === null ? undefined : memory.find<CardToken>(cardTokens, { merchantId, tokenId });
    const isRight = hasToken
      ? token !== undefined && (token.status === 'DISCARDED') === (status === 'DISCARDED')
      : tokenId === null;
    findings.expect(isRight, 'a completed tokenization has one usable token', () => {
      return `${describe(row)} has a token that is ${token?.status ?? 'not there'}`;
    });
  }
}

/** A token service is asked only under the id of a tokenization that has recorded the request. */
export function checkRequest(
  findings: TokenFindings,
  memory: Memory,
  { requestId, merchantId }: ProvisionRequest,
): void {
  const of = memory.find<Tokenization>(tokenizations, { merchantId, tokenizerId: requestId });
  const isRecorded = of !== undefined && of.requestedAt !== null;
  findings.expect(isRecorded, 'one request per tokenization', () => requestId);
}
