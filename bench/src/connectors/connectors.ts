// Measures card payments through each connector next to those through the plain protocol, at the
// same rate: windows of both alternate. Each has a gateway and a database of its own; the providers
// are simulated in another process.

import { join } from 'node:path';
import type { Statement } from '@bramka/gateway/storage/database.ts';
import { warmUp } from '../cpu/warm-up.ts';
import { startGateway } from '../gateway-process.ts';
import { gatewayPayments, type PaymentsMeasured } from '../measure.ts';
import type { Options } from '../options.ts';
import { closeAll, makeDatabase, type Closing, type Stage } from '../stage.ts';
import { connectors, connectTo, startSandbox, type Connector } from './sandbox-process.ts';

export interface ConnectorMeasured {
  readonly name: string;
  readonly plain: readonly PaymentsMeasured[];
  readonly through: readonly PaymentsMeasured[];
}

const warmUpSeconds = 2;
/** Every simulated provider keeps up with this rate: a payment costs more in a smaller batch. */
const perSecond = 150;
const connections = 30;
const steady = { connections, everyMs: (connections * 1000) / perSecond };
const warming = { connections, everyMs: steady.everyMs / 2, seconds: warmUpSeconds };

const strangers: Statement = {
  name: 'bench.other-providers',
  text: 'select count(*)::integer as count from attempts where provider <> $1',
};

export async function measureConnectors(
  stage: Stage,
  { seconds, rounds }: Pick<Options, 'seconds' | 'rounds'>,
  say: (line: string) => void,
): Promise<ConnectorMeasured[]> {
  const closing: Closing = { steps: [] };
  const pay = (on: Stage) => gatewayPayments(on, { ...steady, seconds });
  const warm = (on: Stage) => warmUp(() => gatewayPayments(on, warming));
  const measured: ConnectorMeasured[] = [];
  try {
    const url = await startSandbox(closing);
    const reference = await setUp(stage, 'plain', url, closing);
    for (const name of connectors) {
      say(`paying through ${name} …`);
      const own: Closing = { steps: [] };
      try {
        const on = await setUp(stage, name, url, own);
        // Both, because compiled code is dropped after a minute without use.
        await warm(on);
        await warm(reference);
        const plain: PaymentsMeasured[] = [];
        const through: PaymentsMeasured[] = [];
        for (let round = 0; round < rounds; round += 1) {
          plain.push(await pay(reference));
          through.push(await pay(on));
        }
        const [row] = await on.database.run<{ count: number }>(strangers, [name]);
        if (row?.count !== 0) throw new Error(`not all payments went through ${name}`);
        measured.push({ name, plain, through });
      } finally {
        await closeAll(own);
      }
    }
    return measured;
  } finally {
    await closeAll(closing);
  }
}

/** The same, with another gateway. */
async function setUp(
  stage: Stage,
  connector: Connector,
  sandboxUrl: string,
  closing: Closing,
): Promise<Stage> {
  const { url, database } = await makeDatabase(stage.postgres, `with_${connector}`, closing);
  const gateway = await startGateway({
    databaseUrl: url,
    folder: join(stage.folder, connector),
    env: connectTo(connector, sandboxUrl),
  });
  closing.steps.push(() => gateway.stop());
  return { ...stage, gateway, database, gatewayUrl: url };
}
