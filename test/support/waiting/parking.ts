// Several crashes with one kill: each call is parked at its own failpoint, one after another; then
// the process is killed with all of them.
import assert from 'node:assert/strict';
import type { Gateway } from '../gateway.ts';
import { until } from './until.ts';

/** The value of BRAMKA_FAILPOINTS that parks one call for each of these points. */
export function parkingAt(points: readonly string[]): string {
  const parts = [...new Set(points)].map((point) => {
    const count = points.filter((other) => other === point).length;
    return `${point}=park:${String(count)}`;
  });
  return parts.join(',');
}

/**
 * Calls must be parked in the order in which a call reaches their points: a call goes to the first
 * point that has not parked all of its calls yet.
 */
export class Parking {
  private readonly gateway: Gateway;
  private readonly parked = new Map<string, number>();
  private readonly calls: Promise<unknown>[] = [];

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  /** Waits until the call is parked at the point, and nothing else at another one. */
  park(point: string, call: Promise<unknown>): Promise<void> {
    return this.parkAll(point, [call]);
  }

  /** The same for several calls at one point. */
  async parkAll(point: string, calls: readonly Promise<unknown>[]): Promise<void> {
    this.calls.push(...calls.map((call) => call.catch(() => undefined)));
    this.parked.set(point, (this.parked.get(point) ?? 0) + calls.length);
    const wanted = [...this.parked].flatMap(([name, count]) =>
      Array.from({ length: count }, (_, index) => `parked at ${name}: ${String(index + 1)}`),
    );
    const found = (): string[] => this.gateway.logs().match(/^parked at .*$/gm) ?? [];
    await until(() => found().length >= wanted.length, `all calls parked at ${point}`);
    assert.deepEqual(found().sort(), wanted.sort());
  }

  /** Kills the process with all parked calls. */
  async kill9(): Promise<void> {
    await this.gateway.kill9();
    await Promise.all(this.calls);
  }

  /** This call reaches a point that kills the process with all parked calls. */
  async killedBy(call: Promise<unknown>): Promise<void> {
    this.calls.push(call.catch(() => undefined));
    assert.equal(await this.gateway.exited(), null, 'it died by the signal');
    await Promise.all(this.calls);
  }
}
