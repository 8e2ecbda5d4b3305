// The controls of the sandbox: triggers, faults, clock and reset.
import { held, type Shop } from './shop.ts';

export async function recordControl(shop: Shop): Promise<void> {
  const { recorder } = shop;
  await recorder.record('GET', '/sandbox/triggers', { first: 3 });
  await recordFaults(shop);
  await recordClock(shop);
}

async function recordFaults({ recorder }: Shop): Promise<void> {
  const faults = '/sandbox/faults';
  const lost = { provider: 'acquirer', dropAnswer: true, verbs: ['capture'], remaining: 1 };
  await recorder.send('POST', faults, { body: { provider: 'acquirer', clear: true } });
  await recorder.record('POST', faults, { body: lost });
  await recorder.record('GET', faults);
  await recorder.record('POST', faults, {
    when: 'for several providers',
    body: [
      { provider: 'acquirer', outage: true, rate: 0.5, seed: 1 },
      { provider: 'acs', reorderCallback: true },
    ],
  });
  await recorder.record('POST', faults, {
    when: 'to end the faults of a provider',
    body: { provider: 'acs', clear: true },
  });
  await recorder.record('POST', faults, {
    when: 'when two effects exclude each other',
    body: { provider: 'acquirer', timeout: true, outage: true },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.send('POST', faults, { body: { provider: 'acquirer', clear: true } });
}

async function recordClock(shop: Shop): Promise<void> {
  const { recorder } = shop;
  const clock = '/sandbox/clock';
  await recorder.record('GET', clock);
  await held(shop, 'order-hold-that-ends');
  await recorder.record('POST', clock, { body: { advance: 2_678_400 } });
  await recorder.record('POST', clock, {
    when: 'to a time in the past',
    body: { at: new Date(recorder.stable.clockMs()).toISOString() },
    refusedWith: 'INVALID_REQUEST',
  });
}

/** Last of all, since nothing is left after it. */
export async function recordReset({ recorder }: Shop): Promise<void> {
  await recorder.record('POST', '/sandbox/reset', { body: { keepMerchants: true } });
}
