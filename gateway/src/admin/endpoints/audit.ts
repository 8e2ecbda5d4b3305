// The operator's endpoints for the audit log: GET /v1/admin/audit lists the uses of a card and the
// operator's actions, GET /v1/admin/audit/verify checks that nobody has changed the log.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { readJson } from '../../core/json.ts';
import { present } from '../../core/json/present.ts';
import { invalid } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { oneOf, optionalText, patternText } from '../../http/schema.ts';
import { digestForm, readDigest, type AuditRow } from '../../vault/audit/audit-row.ts';
import { stepMeanings } from '../actions/audited.ts';
import { actionMeanings, stopMeanings, useReasonMeanings } from '../../vault/audit/card-use.ts';
import { verifyHead, verifyPart, type VerifyParts } from '../../vault/audit/verify-audit.ts';
import { violationMeanings, type Violation } from '../../vault/audit/verify-chain.ts';

interface AuditDeps {
  readonly audit: VerifyParts;
}

const LIST_LIMIT = 1000;
const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const POSITION_PATTERN = '^[1-9][0-9]{0,8}\\.(0|[1-9][0-9]{0,8})$';

const anything = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

const actionSchema = Type.Object(
  {
    step: oneOf(stepMeanings, 'How far the action came; each step is a row.'),
    traceId: Type.String({ description: 'Id of the request; the same in all rows of an action' }),
    address: Type.String({ description: 'From where it was sent' }),
    request: anything('Step BEGUN: the body of the request'),
    before: anything('Step DONE: what was changed, as it was before'),
    after: anything('Step DONE: the answer'),
    refusal: optionalText('Step REFUSED: the code'),
  },
  {
    description:
      'An action of the operator. Secrets are masked; of long texts and lists only the hash is ' +
      'kept.',
  },
);

const useSchema = Type.Object({
  at: Type.String({ format: 'date-time', description: 'When it happened' }),
  merchantId: Type.String({
    description: 'MID; * for a fee rule for all merchants, - for what concerns no merchant',
  }),
  actor: Type.String({
    description:
      'Who: merchant:MID, agent:MID, client:paymentId (the payment page), job:name, ' +
      'provider:name or operator',
  }),
  reason: oneOf(
    { ...useReasonMeanings, ...actionMeanings, ...stopMeanings },
    'Why the card was decrypted, what the operator did, or what was stopped.',
  ),
  paymentId: optionalText('The payment that used the card'),
  tokenId: optionalText('The stored card'),
  subjectId: optionalText(
    'Id of what the operator added, changed or sent, or the budget that is used up; - if it ' +
      'is not known',
  ),
  action: Type.Optional(actionSchema),
  chain: Type.Integer({ description: 'The chain of the audit log' }),
  row: Type.Integer({ description: 'The position in the chain' }),
});

const listAudit = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/audit',
    summary: 'List who decrypted a card and why, or what the operator did',
    description:
      'The uses of the card of a payment, or of a stored card, the oldest first, at most ' +
      '1000; or the last 1000 rows of actions of the operator that concern a merchant. Every ' +
      'action has a row before anything is changed, and one with what came of it. Name one of ' +
      'paymentId, tokenId and merchantId.',
    access: 'operator',
    query: Type.Object({
      paymentId: Type.Optional(
        patternText(UUID_PATTERN, 'an id of a payment', { description: 'The payment' }),
      ),
      tokenId: Type.Optional(
        patternText('^[A-Za-z0-9._-]{1,100}$', 'an id of a stored card', {
          description: 'The stored card',
        }),
      ),
      merchantId: Type.Optional(
        patternText('^([0-9]{4,15}|[*-])$', 'a MID of 4 to 15 digits, an asterisk or a hyphen', {
          description:
            'MID, for the actions of the operator; *: fee rules for all merchants; -: what ' +
            'concerns no merchant, such as keys',
        }),
      ),
    }),
    reply: Type.Object({
      uses: Type.Array(useSchema, { description: 'In the order of time.' }),
    }),
  },
  async ({ audit: { reader } }: AuditDeps, { query: { paymentId, tokenId, merchantId } }) => {
    const named = [paymentId, tokenId, merchantId].filter((one) => one !== undefined);
    if (named.length !== 1) {
      throw invalid('paymentId', 'or tokenId or merchantId is required, and only one of them');
    }
    if (paymentId !== undefined) return usesReply(reader.ofPayment(paymentId, LIST_LIMIT));
    if (tokenId !== undefined) return usesReply(reader.ofToken(tokenId, LIST_LIMIT));
    return usesReply(reader.actionsFor(merchantId ?? '', LIST_LIMIT));
  },
);

async function usesReply(rows: Promise<AuditRow[]>) {
  return { uses: (await rows).map(useView) };
}

function useView({ at, merchantId, actor, reason, ...about }: AuditRow) {
  const { paymentId, tokenId, subjectId, chainNo: chain, seq: row } = about;
  const action = about.details === null ? null : readJson(about.details);
  const subject = present({ paymentId, tokenId, subjectId, action });
  return { at: isoTime(at), merchantId, actor, reason, ...subject, chain, row };
}

const verifiedSchema = Type.Object({
  rows: Type.Integer({ description: 'Correct rows in this part of the log' }),
  chains: Type.Array(
    Type.Object({
      chain: Type.Integer({ description: 'Number of the chain; one for each start of a node' }),
      nodeId: Type.String({ description: 'The process that wrote it' }),
      startedAt: Type.String({ format: 'date-time', description: 'When it was opened' }),
      rows: Type.Integer({ description: 'How many rows it has' }),
      digest: Type.String({
        description: 'Identifies the chain up to its last row; keep it to compare it later',
      }),
    }),
    { description: 'Chains that are correct from their first to their last row.' },
  ),
  next: optionalText('Where to continue; absent: the log ends here, or is wrong'),
  violation: Type.Optional(
    Type.Object(
      {
        kind: oneOf(violationMeanings, 'What is wrong.'),
        chain: Type.Integer({ description: 'Number of the chain' }),
        row: Type.Optional(
          Type.Integer({ description: 'Position in it; absent: the chain itself' }),
        ),
      },
      { description: 'The first place that is not as the gateway wrote it.' },
    ),
  ),
});

const verifyAudit = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/audit/verify',
    summary: 'Verify the audit log, one part at a time',
    description:
      'Checks a part of the log: no row or chain was changed, removed, added or moved. Continue ' +
      'with `next` until it is absent. A digest of an earlier verification, given as `expect`, ' +
      'is checked instead: the log must still contain that chain up to that row.',
    access: 'operator',
    query: Type.Object({
      after: Type.Optional(
        patternText(POSITION_PATTERN, 'the value of next', {
          description: 'The value of `next` of the part before; absent: the first part',
        }),
      ),
      expect: Type.Optional(
        patternText(digestForm.source, 'a digest of an earlier verification', {
          description: 'A digest that the log must still contain',
        }),
      ),
    }),
    reply: verifiedSchema,
  },
  async ({ audit }: AuditDeps, { query: { after = '1.0', expect } }) => {
    const head = expect === undefined ? undefined : readDigest(expect);
    if (head) {
      const violation = violationView(await verifyHead(audit, head));
      return { rows: 0, chains: [], ...present({ violation }) };
    }
    const [chainNo = 1, seq = 0] = after.split('.').map(Number);
    const { rows, chains, next, violation } = await verifyPart(audit, { chainNo, seq });
    return {
      rows,
      chains: chains.map(({ chainNo: chain, nodeId, startedAt, rowCount, digest }) => ({
        chain,
        nodeId,
        startedAt: isoTime(startedAt),
        rows: rowCount,
        digest,
      })),
      ...present({ next, violation: violationView(violation) }),
    };
  },
);

function violationView(violation: Violation | null) {
  if (!violation) return null;
  const { kind, chainNo: chain, seq: row } = violation;
  return { kind, chain, ...present({ row }) };
}

export const auditEndpoints = [listAudit, verifyAudit];
