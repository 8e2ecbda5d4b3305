// Measures card payments through each connector, next to those through the plain protocol: windows
// of both alternate, each on a gateway of its own with the simulated provider inside.

import { join } from 'node:path';
import type { Statement } from '@bramka/gateway/storage/database.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import { warmUp } from '../cpu/warm-up.ts';
import { startGateway } from '../gateway-process.ts';
import { gatewayPayments, type PaymentsMeasured } from '../measure.ts';
import type { Options } from '../options.ts';
import { closeAll, makeDatabase, type Closing, type Stage } from '../stage.ts';

export interface ConnectorMeasured {
  readonly name: string;
  readonly plain: readonly PaymentsMeasured[];
  readonly through: readonly PaymentsMeasured[];
}

/** Simulated providers that are used only if they are named, but not for cards. */
const notForCards: readonly string[] = ['autopay-blik'];

const warmUpSeconds = 2;

const strangers: Statement = {
  name: 'bench.other-providers',
  text: 'select count(*)::integer as count from attempts where provider <> $1',
};

export async function measureConnectors(
  stage: Stage,
  options: Pick<Options, 'connections' | 'seconds' | 'rounds'>,
  say: (line: string) => void,
): Promise<ConnectorMeasured[]> {
  const names = parties.flatMap(({ name, onlyIfNamed }) =>
    onlyIfNamed && !notForCards.includes(name) ? [name] : [],
  );
  const { connections } = options;
  await warmUp(() => gatewayPayments(stage, { connections, seconds: warmUpSeconds }));
  const measured: ConnectorMeasured[] = [];
  for (const name of names) {
    say(`paying through ${name} …`);
    measured.push(await measureConnector(stage, name, options));
  }
  return measured;
}

async function measureConnector(
  stage: Stage,
  name: string,
  { connections, seconds, rounds }: Pick<Options, 'connections' | 'seconds' | 'rounds'>,
): Promise<ConnectorMeasured> {
  const closing: Closing = { steps: [] };
  try {
    const own = await setUp(stage, name, closing);
    await warmUp(() => gatewayPayments(own, { connections, seconds: warmUpSeconds }));
    const plain: PaymentsMeasured[] = [];
    const through: PaymentsMeasured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await gatewayPayments(stage, { connections, seconds }));
      through.push(await gatewayPayments(own, { connections, seconds }));
    }
    const [row] = await own.database.run<{ count: number }>(strangers, [name]);
    if (row?.count !== 0) throw new Error(`not all payments went through ${name}`);
    return { name, plain, through };
  } finally {
    await closeAll(closing);
  }
}

async function setUp(stage: Stage, name: string, closing: Closing): Promise<Stage> {
  const { url, database } = await makeDatabase(stage.postgres, `with_${name}`, closing);
  const gateway = await startGateway({
    databaseUrl: url,
    folder: join(stage.folder, name),
    env: { BRAMKA_SANDBOX_PROVIDERS: name },
  });
  closing.steps.push(() => gateway.stop());
  return { ...stage, gateway, database, gatewayUrl: url };
}
