// Gateways of two versions on one PostgreSQL behind a balancer, and the load on them, which never
// stops while nodes are started and stopped.
import assert from 'node:assert/strict';
import { createClient, type Client } from '../../support/client.ts';
import { startGateway, type Gateway } from '../../support/gateway.ts';
import type { Installation } from '../../support/installation.ts';
import { withoutRateLimits } from '../../support/life/payments.ts';
import { accept } from '../../support/receivers/behaviours.ts';
import { addNotifiedShop, type NotifiedShop } from '../../support/receivers/notified-shop.ts';
import { openReceiver, type Receiver } from '../../support/receivers/receiver.ts';
import { until } from '../../support/waiting/until.ts';
import { installLastRelease } from '../last-release.ts';
import { openBalancer, type Balancer } from './balancer.ts';
import { stories, type Ended } from './stories.ts';

type Version = 'last release' | 'this version';

const kinds = Object.keys(stories);
const CLIENTS = 3;
/** How often each kind of payment runs between two changes of the nodes, at least. */
const ROUNDS = 2;

export class Fleet {
  readonly installation: Installation;
  readonly balancer: Balancer;
  readonly receiver: Receiver;
  readonly shops: NotifiedShop[] = [];
  readonly ended = new Map<NotifiedShop, Ended[]>();
  /** All that were started. */
  readonly nodes: Gateway[] = [];
  readonly client: Client;
  /** How many of each kind began and ended since the last change of the nodes. */
  #told = new Map<string, number>();
  readonly #load: Promise<unknown>[] = [];
  readonly #release = installLastRelease();
  #failure: Error | undefined;
  #isOver = false;

  private constructor(installation: Installation, balancer: Balancer, receiver: Receiver) {
    this.installation = installation;
    this.balancer = balancer;
    this.receiver = receiver;
    this.client = createClient(balancer.url, installation.adminKey);
  }

  static async open(installation: Installation): Promise<Fleet> {
    return new Fleet(installation, await openBalancer(), await openReceiver(accept));
  }

  /** Starts a node beside the others; it gets requests as soon as it is ready. */
  async start(version: Version): Promise<Gateway> {
    const node = await startGateway({
      installation: this.installation,
      env: {
        ...withoutRateLimits,
        BRAMKA_PUBLIC_URL: this.balancer.url,
        BRAMKA_PROVIDER_TIMEOUT_MS: '1000',
        BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '3000',
      },
      ...(version === 'last release' ? { program: this.#release } : {}),
    });
    this.nodes.push(node);
    this.balancer.add(node.url);
    return node;
  }

  async stop(node: Gateway): Promise<void> {
    await this.balancer.remove(node.url);
    await node.stop();
  }

  /** Adds a shop and lets customers pay there until the end. */
  async addShop(at: Client): Promise<void> {
    const added = await addNotifiedShop(at, `${this.receiver.url}/shop`);
    const shop = { ...added, ...added.atNode(this.client) };
    this.shops.push(shop);
    this.ended.set(shop, []);
    for (let position = 0; position < CLIENTS; position += 1) {
      this.#load.push(this.#keepPaying(shop, position).catch((error: Error) => this.#fail(error)));
    }
  }

  async #keepPaying(shop: NotifiedShop, first: number): Promise<void> {
    for (let turn = first; !this.#isOver; turn += 1) {
      const kind = kinds[turn % kinds.length] ?? '';
      const told = this.#told;
      const ended = await stories[kind]?.(this.client, shop).catch((error: Error) => {
        throw new Error(`${kind}: ${error.message}`, { cause: error });
      });
      if (ended) this.ended.get(shop)?.push(ended);
      told.set(kind, (told.get(kind) ?? 0) + 1);
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#isOver = true;
  }

  /** Waits until payments of every kind have begun and ended after now. */
  async everyKind(): Promise<void> {
    const told = new Map<string, number>();
    this.#told = told;
    const isTold = (kind: string): boolean => (told.get(kind) ?? 0) >= ROUNDS;
    await until(() => this.#isOver || kinds.every(isTold), 'every kind of payment');
    this.#throwFailure();
  }

  /** Ends the load: what has begun ends. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#load);
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure === undefined) return;
    assert.fail(`${this.#failure.message}\n${this.problems().join('\n')}`);
  }

  /** What no customer and no operator may see while versions change. */
  problems(): string[] {
    const logged = this.nodes.flatMap((node) => node.logs().split('\n'));
    const defects = logged.filter((line) => /"msg":"defect"|"stack"|"status":500/.test(line));
    return [...this.balancer.failures, ...defects];
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.nodes.filter((node) => node.isRunning()).map((node) => node.kill9()));
    await Promise.all(this.#load);
    this.balancer.close();
    await this.receiver.close();
    await this.installation.remove();
  }
}
