// Checks the audit log of a simulated run: its chains are correct whatever happened to the nodes
// and their storage, and every authenticated payment has used its card.

import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { verifyMemory } from '@bramka/gateway/vault/audit/testing/memory-audit.ts';
import { auditKey } from '../world/node-vault.ts';
import type { World } from '../world/world.ts';
import type { Findings } from '../checks/findings.ts';

export async function checkAudit({ storage }: World, findings: Findings): Promise<void> {
  const violation = await verifyMemory(storage.audit, auditKey);
  findings.expect(
    violation === null,
    'I6 secrecy',
    () => `the audit log is wrong: ${JSON.stringify(violation)}`,
  );
  const used = new Set(
    storage.audit.rows
      .filter(({ reason }) => reason === 'AUTHENTICATE')
      .map(({ paymentId }) => paymentId),
  );
  for (const { paymentId, acsTransId } of storage.memory.rows<Authentication>(authentications)) {
    const isAsked = acsTransId !== null;
    findings.expect(
      !isAsked || used.has(paymentId),
      'I6 secrecy',
      () => `the card of ${paymentId} was sent to a directory server without an audit row`,
    );
  }
}
