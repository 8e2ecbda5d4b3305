// Who is named in the audit log for each kind of caller.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../http/caller.ts';
import { actorOf } from './card-use.ts';

test('an agent is named itself, not the merchant that it acts for', () => {
  const merchant = { kind: 'merchant', merchantId: '10000001', agentId: null } as Caller;
  equal(actorOf(merchant), 'merchant:10000001');
  equal(actorOf({ ...merchant, agentId: '20000002' } as Caller), 'agent:20000002');
  const client = { kind: 'client', merchantId: '10000001', paymentId: 'payment-1' } as Caller;
  equal(actorOf(client), 'client:payment-1');
  equal(actorOf({ kind: 'operator' }), 'operator');
  equal(actorOf({ kind: 'anyone' }), 'provider:unknown');
});
