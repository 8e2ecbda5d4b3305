// Receivers that misbehave in every way until they recover, and how many deliveries they hold.
import type { Socket } from 'node:net';
import * as behaviours from './behaviours.ts';
import type { ReceiverResult } from './delivery-check.ts';
import type { Behaviour } from './receiver.ts';

/**
 * What a misbehaving receiver does in turn, and what it means. A reset right after the head is not
 * here: it may remove the head from the sender's buffer, so its meaning is open.
 */
const misbehaviours: readonly [ReceiverResult, Behaviour][] = [
  ['again', behaviours.answer(500, 'error')],
  ['again', behaviours.hang],
  ['again', behaviours.answer(429, '', { 'Retry-After': '7' })],
  ['again', behaviours.reset],
  ['again', behaviours.dripHead],
  ['again', behaviours.redirect('http://127.0.0.1:1/')],
  ['refused', behaviours.answer(404, 'unknown')],
  ['again', behaviours.garbage],
  ['again', behaviours.halfClose],
  ['again', behaviours.oversizedHeaders],
  ['accepted', behaviours.endlessBody(200)],
  ['again', behaviours.informationalFlood],
  ['again', behaviours.resetInHead],
  ['again', behaviours.endlessBody(503)],
  ['accepted', behaviours.acceptAndClose],
];

const holding: readonly Behaviour[] = [behaviours.hang, behaviours.dripHead];

export interface Trouble {
  isRecovered: boolean;
  /** Connections whose last delivery has to come again; cutting them changes no verdict. */
  readonly connections: Map<Socket, Behaviour>;
}

/** What a receiver does with the next request. */
export type BehaveNext = (socket: Socket) => readonly [ReceiverResult, Behaviour];

export const newTrouble = (): Trouble => ({ isRecovered: false, connections: new Map() });

export const alwaysAccepting: BehaveNext = () => ['accepted', behaviours.accept];

/** A receiver that begins with the given misbehaviour. */
export function misbehaving(trouble: Trouble, first: number): BehaveNext {
  let turn = first;
  return (socket) => {
    const next = misbehaviours[turn % misbehaviours.length];
    if (trouble.isRecovered || !next) return alwaysAccepting(socket);
    turn += 1;
    const { connections } = trouble;
    if (!connections.has(socket)) socket.once('close', () => connections.delete(socket));
    if (next[0] === 'again') connections.set(socket, next[1]);
    else connections.delete(socket);
    return next;
  };
}

/** From now on all receivers accept. Returns how many deliveries they held, and gives these up. */
export function recover(trouble: Trouble): number {
  trouble.isRecovered = true;
  const held = [...trouble.connections.values()].filter((behave) => holding.includes(behave));
  for (const socket of trouble.connections.keys()) socket.destroy();
  return held.length;
}
