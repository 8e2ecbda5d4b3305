// How the proofs give a message to an adapter. This is the only place that knows the part of the
// port for messages.
import type { Money } from '@bramka/gateway/core/money.ts';
import { noCredentials } from '@bramka/gateway/providers/credentials/testing/no-credentials.ts';
import type { Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { SentMessage } from '../counterpart.ts';

export interface ReadMessage {
  readonly attemptId: string | undefined;
  /** Absent: the message states no result. */
  readonly isApproved?: boolean;
  readonly finding?: Outcome;
  /** What was paid, if the message states it. */
  readonly paid?: Money | null;
}

/** Undefined: the message is not authentic, or unreadable. */
export async function readMessage(
  provider: Provider,
  { body, headers, query }: SentMessage,
): Promise<ReadMessage | undefined> {
  if (Object.keys(query).length > 0) return provider.readReturn?.(query, noCredentials);
  const message = {
    text: body,
    fields: fieldsOf(body),
    header: (name: string) => headers[name],
    query,
  };
  const news = await provider.readMessage?.(message, noCredentials);
  if (news === undefined || typeof news === 'string') return undefined;
  const [first] = news.attempts;
  if (!first) return undefined;
  const { attemptId, finding, amount } = first;
  return { attemptId, isApproved: finding.kind === 'approved', finding, paid: amount };
}

/** Of a JSON body or a form. */
function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) as Readonly<Record<string, unknown>>;
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
