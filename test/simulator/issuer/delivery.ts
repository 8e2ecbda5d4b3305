// Delivers the results of challenges to any node, repeatedly until they are acknowledged, sometimes
// twice, late or out of order.

import type { Reply } from '../client/call.ts';
import type { Line } from '../world/line.ts';
import { short } from '../world/network.ts';
import { keyOf, rreqOf } from './acs.ts';
import type { IssuerCase } from './book.ts';
import type { Fields, Notifications } from './notifications.ts';
import type { Plans } from './plans.ts';

/** The retry delays of the directory server; after the last one it gives up. */
const waitsMs = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000] as const;
/** Refusals after which the same result may be accepted. */
const passing: readonly number[] = [408, 409, 429];

export interface DeliveryParts {
  readonly line: Line;
  readonly notifications: Notifications;
  readonly plans: Plans;
  readonly trace: (line: string) => void;
  readonly count: (what: string) => void;
  /** A node has answered a genuine result. */
  readonly onResult: (made: IssuerCase, reply: Reply) => void;
}

export function createDelivery(parts: DeliveryParts): (made: IssuerCase) => void {
  const { line, notifications, plans, trace, count, onResult } = parts;
  const bring = async (issuerCase: IssuerCase, body: Fields): Promise<Reply | undefined> => {
    const heard = await notifications.bring(body, keyOf(issuerCase));
    if (!heard) return undefined;
    const { status, code, body: answer } = heard.reply;
    const told = code ?? answer['messageType'] ?? '';
    trace(`${describe(issuerCase, body)} to ${heard.to}: ${String(status)} ${told}`);
    count(`result ${told}`);
    onResult(issuerCase, heard.reply);
    return heard.reply;
  };
  const attempt = async (issuerCase: IssuerCase, tries: number): Promise<void> => {
    const body = { ...rreqOf(issuerCase) };
    const reply = await line.send(() => bring(issuerCase, body)).catch(() => undefined);
    if (reply?.status === 200) return;
    const isRefused = reply && reply.status < 500 && !passing.includes(reply.status);
    const waitMs = isRefused ? undefined : waitsMs[tries];
    if (waitMs !== undefined) plans.after(waitMs, () => attempt(issuerCase, tries + 1));
  };
  return (made) => void attempt(made, 0);
}

function describe({ areq }: IssuerCase, { transStatus, challengeCancel }: Fields): string {
  const cancel = challengeCancel === undefined ? '' : ` cancel ${challengeCancel}`;
  return `result ${transStatus ?? ''}${cancel} of 3ds ${short(areq.threeDSServerTransID)}`;
}
