// Freezes the sandbox clock while something is checked, so that nothing becomes due, however slow
// the machine is.
import type { TestContext } from 'node:test';
import type { Client } from '../client.ts';
import { moveClock } from '../sandbox.ts';

/** Resumes the clock afterwards from where it was frozen. */
export async function withFrozenClock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await moveClock(client, { freeze: true });
  try {
    return await work();
  } finally {
    await moveClock(client, { freeze: false });
  }
}

/** Freezes the clock until the end of the test, so that no step can time out. */
export async function freezeClock(test: TestContext, client: Client): Promise<void> {
  test.after(() => moveClock(client, { freeze: false }));
  await moveClock(client, { freeze: true });
}
