// Writes every action of the operator to the audit log, centrally for all routes: one row before
// anything is changed, and one with the result. So no change is without a row, and an action
// without a second row was interrupted. The schemas leave secrets out.

import { assert } from '../../core/assert.ts';
import { isUuid } from '../../core/id.ts';
import { writeJson } from '../../core/json.ts';
import { Refusal } from '../../core/refusals.ts';
import type { ActionFacts, AnyCall, OperatorAction, Route } from '../../http/endpoint.ts';
import type { AuditLog } from '../../vault/audit/audit-log.ts';
import { actionMeanings, type ActionName } from '../../vault/audit/card-use.ts';
import { shownInAudit } from './shown-in-audit.ts';

interface AuditedParts {
  readonly audit: { readonly log: Pick<AuditLog, 'record'> };
  readonly log: { error(facts: object, message: string): void };
}

/** The steps of an action, with the meaning for operators. */
export const stepMeanings = {
  BEGUN: 'Asked for; nothing is changed yet.',
  DONE: 'Carried out.',
  REFUSED: 'Refused; nothing was changed.',
  FAILED: 'Failed for another reason; it may have been carried out.',
} as const;

type Step = keyof typeof stepMeanings;

/** The MID in rows of actions that concern no merchant, or no known one. */
const NO_MERCHANT = '-';

/** Routes of the operator are audited if they change anything; others stay as they are. */
export function audited(parts: AuditedParts, routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const { method, path, access, action, onlyReads } = route;
    const isReading = access !== 'operator' || method === 'GET' || onlyReads === true;
    assert(
      isReading === (action === undefined),
      `${method} ${path} must name its action for the audit log, or only read`,
    );
    return action ? withAudit(parts, route, action) : route;
  });
}

function withAudit(parts: AuditedParts, route: Route, action: OperatorAction): Route {
  const { answer, body: bodySchema, reply: replySchema } = route;
  assert(action.name in actionMeanings, 'the action has a meaning');
  return {
    ...route,
    async answer(call) {
      let noted: ActionFacts = {};
      const note = (facts: ActionFacts): void => void (noted = { ...noted, ...facts });
      const record = (step: Step, details: object, reply?: unknown): Promise<void> =>
        parts.audit.log.record(recordOf(action, step, call, { ...noted, reply, details }));
      const request = bodySchema && call.body ? shownInAudit(bodySchema, call.body) : undefined;
      await record('BEGUN', { request });
      let reply: unknown;
      try {
        reply = await answer({ ...call, note });
      } catch (error) {
        const [step, code] = error instanceof Refusal ? (['REFUSED', error.code] as const) : FAILED;
        await record(step, { refusal: code }).catch((lost) => reportLost(parts, call, lost));
        throw error;
      }
      const before = noted.before === undefined ? undefined : shownInAudit({}, noted.before);
      const after = shownInAudit(replySchema, reply);
      // The change is made: its answer, which may contain a new secret, must not be lost.
      await record('DONE', { before, after }, reply).catch((lost) => reportLost(parts, call, lost));
      return reply;
    },
  };
}

const FAILED = ['FAILED', undefined] as const;

function reportLost({ log }: AuditedParts, { traceId }: AnyCall, error: unknown): void {
  log.error({ err: error, traceId }, 'the end of an action is not in the audit log');
}

interface Found extends ActionFacts {
  readonly reply: unknown;
  readonly details: object;
}

function recordOf(
  action: OperatorAction,
  step: Step,
  { params, body, traceId, address }: AnyCall,
  { reply, details, merchantId }: Found,
) {
  const sources = [reply, (reply as Fields | undefined)?.['merchant'], params, body];
  const find = (name: string): string | undefined => {
    const values = sources.map((source) => (source as Fields | undefined)?.[name]);
    const first = values.find((value) => typeof value === 'string' || typeof value === 'number');
    return first === undefined ? undefined : String(first);
  };
  const paymentId = find('paymentId') ?? '';
  return {
    actor: 'operator',
    reason: action.name as ActionName,
    merchantId: merchantId ?? find('merchantId') ?? action.ifNoMerchant ?? NO_MERCHANT,
    paymentId: isUuid(paymentId) ? paymentId : null,
    tokenId: null,
    subjectId: find(action.subject) ?? NO_MERCHANT,
    details: writeJson({ step, traceId, address, ...details }),
  } as const;
}

type Fields = Readonly<Record<string, unknown>>;
