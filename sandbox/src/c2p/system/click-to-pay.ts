// The simulated Click to Pay system: recognises customers, issues checkout responses and records
// confirmations. Every change is a compare-and-set on the version of its row.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { PartyContext } from '../../party/party.ts';
import { winRace } from '../../party/stored/win-race.ts';
import type { CheckoutStore } from '../c2p.store.ts';
import { cardsOf } from '../consumers.ts';
import {
  checkoutTable,
  recipientTable,
  type CheckoutForm,
  type CheckoutRow,
  type RecipientRow,
} from '../rows.ts';
import {
  afterCode,
  cancelled,
  completed,
  confirmed,
  isOver,
  newCheckout,
  type Confirmation,
  type Order,
} from './checkout.ts';
import { buildResponse, type CheckoutContent, type Recipient } from './response.ts';
import type { SigningKey } from './signing-key.ts';

export interface Choice {
  readonly card: string;
  /** YYYYMM. */
  readonly expiry: string;
  readonly form: CheckoutForm;
  /** When the response says that it was issued; absent: now. */
  readonly issuedAt?: Instant | undefined;
}

export interface IssuedCheckout {
  readonly row: CheckoutRow;
  readonly checkoutResponse: string;
}

export interface ClickToPayParts extends Pick<
  PartyContext,
  'journal' | 'clock' | 'ids' | 'random'
> {
  readonly store: CheckoutStore;
  readonly key: () => Promise<SigningKey>;
  /** The key of the gateway; undefined: there is none. */
  readonly recipient: () => Promise<Recipient | undefined>;
  /** A network token in place of the card, with its cryptogram. */
  readonly issueToken: (order: Order, choice: Choice) => Promise<CheckoutContent>;
}

export interface Customer {
  readonly email: string;
  readonly origin: string | null;
}

export interface ClickToPaySystem {
  /** Recognises the customer and sends a code; refuses an address without a profile. */
  start(order: Order, customer: Customer): Promise<CheckoutRow>;
  find(sessionId: string): Promise<CheckoutRow>;
  enterCode(sessionId: string, code: string): Promise<CheckoutRow>;
  checkout(sessionId: string, choice: Choice): Promise<IssuedCheckout>;
  cancel(sessionId: string): Promise<CheckoutRow>;
  /** All steps in one, for programs. */
  issueAtOnce(order: Order, customer: Customer, choice: Choice): Promise<IssuedCheckout>;
  confirm(confirmation: Confirmation): Promise<CheckoutRow>;
  confirmations(): Promise<CheckoutRow[]>;
  register(kid: string, publicKey: string): Promise<RecipientRow>;
}

const MAX_LISTED = 100;
const SESSION_BYTES = 16;
const CODE_DIGITS = 6;

export function createClickToPay(parts: ClickToPayParts): ClickToPaySystem {
  const { store, clock } = parts;
  const find = async (sessionId: string): Promise<CheckoutRow> =>
    (await store.ofSession(sessionId)) ?? refuse('CHECKOUT_NOT_FOUND');
  /** Changes a checkout that waits in this state. */
  const step = (
    sessionId: string,
    states: readonly CheckoutRow['state'][],
    next: (row: CheckoutRow) => CheckoutRow,
  ): Promise<CheckoutRow> =>
    change(
      parts,
      () => find(sessionId),
      (row) => {
        if (isOver(row, clock.now()) || !states.includes(row.state))
          refuse('CHECKOUT_STEP_NOT_POSSIBLE');
        return next(row);
      },
    );
  return {
    find,
    start: async (order, customer) => insert(parts, open(parts, order, customer)),
    async enterCode(sessionId, code) {
      const row = await step(sessionId, ['CODE_SENT'], (one) => afterCode(one, code));
      return row.state === 'RECOGNISED' ? row : refuse('ONE_TIME_CODE_WRONG');
    },
    async checkout(sessionId, choice) {
      const { row, build } = await prepare(parts, await find(sessionId), choice);
      const { form, card } = choice;
      return build(await step(row.sessionId, ['RECOGNISED'], (one) => completed(one, card, form)));
    },
    cancel: (sessionId) => step(sessionId, ['CODE_SENT', 'RECOGNISED'], cancelled),
    async issueAtOnce(order, customer, choice) {
      const { row, build } = await prepare(parts, open(parts, order, customer), choice);
      return build(await insert(parts, completed(row, choice.card, choice.form)));
    },
    confirm: (confirmation) =>
      change(
        parts,
        async () =>
          (await store.checkout(confirmation.correlationId)) ?? refuse('CHECKOUT_NOT_FOUND'),
        (row) => confirmed(row, confirmation, clock.now()) ?? refuse('CONFIRMATION_CONTRADICTS'),
      ),
    confirmations: () => store.confirmed(MAX_LISTED),
    async register(kid, publicKey) {
      const recipientId = parts.ids.next();
      const row = { recipientId, kid, publicKey, registeredAt: clock.now() };
      await parts.journal.commit(new Draft().insert(recipientTable, row));
      return row;
    },
  };
}

function open(parts: ClickToPayParts, order: Order, { email, origin }: Customer): CheckoutRow {
  if (cardsOf(email).length === 0) refuse('CONSUMER_NOT_RECOGNISED');
  const { ids, random, clock } = parts;
  const digits = Buffer.from(random(4)).readUInt32BE() % 10 ** CODE_DIGITS;
  const code = String(digits).padStart(CODE_DIGITS, '0');
  const sessionId = Buffer.from(random(SESSION_BYTES)).toString('base64url');
  const correlationId = ids.next();
  return newCheckout({ ...order, email, origin, correlationId, sessionId, code }, clock.now());
}

/** Everything that can fail happens before the checkout is completed. */
async function prepare(parts: ClickToPayParts, row: CheckoutRow, choice: Choice) {
  const recipient = (await parts.recipient()) ?? refuse('RECIPIENT_KEY_MISSING');
  const { card, expiry, form } = choice;
  const content: CheckoutContent =
    form === 'CARD' ? { kind: 'card', number: card, expiry } : await parts.issueToken(row, choice);
  const key = await parts.key();
  const issuedAt = choice.issuedAt ?? parts.clock.now();
  const build = async (done: CheckoutRow): Promise<IssuedCheckout> => ({
    row: done,
    checkoutResponse: await buildResponse(done, content, { key, recipient, issuedAt }),
  });
  return { row, build };
}

const insert = ({ journal }: ClickToPayParts, row: CheckoutRow): Promise<CheckoutRow> =>
  winRace(journal, () => ({ answer: row, draft: new Draft().insert(checkoutTable, row) }));

function change(
  { journal }: ClickToPayParts,
  load: () => Promise<CheckoutRow>,
  next: (row: CheckoutRow) => CheckoutRow,
): Promise<CheckoutRow> {
  return winRace(journal, async () => {
    const row = await load();
    const answer = { ...next(row), version: row.version + 1 };
    return { answer, draft: new Draft().change(checkoutTable, answer, row.version) };
  });
}
