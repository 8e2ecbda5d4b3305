// Sends everything secret that a card payment can have, through every fault of the line. Whatever
// comes back is only watched; the last test of the suite searches it for what was sent.
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { CardMeans } from '@bramka/gateway/providers/means.ts';
import type { Authorization, Funding } from '@bramka/gateway/providers/provider.ts';
import { canaryNumbers } from '../canary.ts';
import type { ProvenProvider } from './counterpart.ts';
import { faults as httpFaults } from './line/faults.ts';
import { authorization, cardMeans } from './requests.ts';
import type { Opened } from './steps.ts';

/** Too short for an answer that does not come. */
const LIMIT_MS = 250;

const numbers = canaryNumbers();

export function proveSecrets(proof: ProvenProvider, opened: () => Opened): void {
  for (const numberType of ['PAN', 'NETWORK_TOKEN'] as const) {
    if (!proof.means.includes(numberType)) continue;
    test(`everything secret of a ${numberType} is sent, whatever happens on the line`, async () => {
      const { wire, adapter } = opened();
      const requests = await secretRequests(numberType, adapter.canFund === true);
      await Promise.all(requests.map((request) => adapter.authorize(request)));
      const { faults } = proof.line ?? { faults: httpFaults };
      for (const fault of faults) {
        const broken = opened().connect(LIMIT_MS);
        const asked = await secretRequests(numberType, adapter.canFund === true);
        wire.breakWith(fault);
        await Promise.all(asked.map((request) => broken.adapter.authorize(request)));
        await wire.repair();
        await broken.close();
      }
    });
  }
}

/** Authenticated, without the customer, and where it is possible for a recipient. */
async function secretRequests(
  numberType: CardMeans['numberType'],
  canFund: boolean,
): Promise<Authorization[]> {
  const [authenticated, alone, funding] = await Promise.all([
    authorization({ means: secretMeans(numberType) }, 'hold'),
    authorization({ means: { ...secretMeans(numberType), exemption: 'MIT', threeDS: null } }),
    authorization({ means: secretMeans(numberType) }, 'funding'),
  ]);
  return [authenticated, alone, ...(canFund ? [{ ...funding, funding: toSecretCard() }] : [])];
}

function secretMeans(numberType: CardMeans['numberType']): CardMeans {
  const means = cardMeans(numbers.next(), numberType) as CardMeans;
  const value = (): string => randomBytes(20).toString('base64');
  return {
    ...means,
    card: { ...means.card, holder: secret(`HOLDER ${randomBytes(4).toString('hex')}`) },
    cryptogram: means.cryptogram && secret(value()),
    threeDS: {
      eci: '05',
      cavv: secret(value()),
      dsTransId: '4c4e7a3f-63d6-4f0d-9c0b-6d1a5e2f7b80',
      version: '2.2.0',
      transStatus: 'Y',
    },
    networkTransactionId: '483000000000001',
  };
}

function toSecretCard(): Funding {
  const recipient = { number: secret(numbers.next()), name: 'JAN KOWALSKI' };
  return { purposeCode: 'AA', fundSource: '01', fundSourceRef: '1', recipient };
}
