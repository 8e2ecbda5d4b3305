// The clock of the sandbox stands still while something is looked at, so that nothing falls due
// meanwhile, however slow the machine.
import type { TestContext } from 'node:test';
import type { Client } from '../client.ts';
import { moveClock } from '../sandbox.ts';

/** Afterwards the clock goes on from where it stood. */
export async function withFrozenClock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await moveClock(client, { freeze: true });
  try {
    return await work();
  } finally {
    await moveClock(client, { freeze: false });
  }
}

/** Until the end of the test: nothing in it can be too slow, as for the 3DS Method. */
export async function freezeClock(test: TestContext, client: Client): Promise<void> {
  test.after(() => moveClock(client, { freeze: false }));
  await moveClock(client, { freeze: true });
}
