// Changes what an answer in JSON states, for protocols that do not sign it.
import type { Change } from '../providers/counterpart.ts';

/** The names of the fields; only those that the answer has are changed. */
export function rewriteJson(names: {
  readonly attemptId: string;
  readonly reason: string;
  readonly amountMinor?: string;
  readonly currency?: string;
}): (answer: string, change: Change) => string {
  return (answer, { attemptId, amount, reason }) => {
    const fields = JSON.parse(answer) as Record<string, unknown>;
    const set = (name: string | undefined, value: string | undefined): void => {
      if (name !== undefined && value !== undefined && name in fields) fields[name] = value;
    };
    set(names.attemptId, attemptId);
    set(names.reason, reason);
    set(names.amountMinor, amount && String(amount.minor));
    set(names.currency, amount?.currency);
    return JSON.stringify(fields);
  };
}
