// Cursors of the event feed: a position between two events of one merchant, with a checksum, so
// that a damaged cursor or one of another merchant is refused instead of hiding events.

import { createHash } from 'node:crypto';
import { FIRST_ID } from '../../core/id.ts';
import { Refusal } from '../../core/refusals.ts';

/** After this event, in the order of (order, eventId). */
export interface Position {
  readonly order: bigint;
  readonly eventId: string;
}

/** Before the oldest event. */
export const firstPosition: Position = { order: 0n, eventId: FIRST_ID };

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FORM = 1;
const ORDER_AT = 1;
const ID_AT = 9;
const SUM_AT = 25;
const LENGTH = 33;
const TEXT = /^[A-Za-z0-9_-]{44}$/;

/** After every event before `horizon`. */
export function lastPosition(horizon: bigint): Position {
  return { order: horizon - 1n, eventId: LAST_ID };
}

export function writeCursor(merchantId: string, { order, eventId }: Position): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(FORM);
  bytes.writeBigInt64BE(order, ORDER_AT);
  bytes.write(eventId.replaceAll('-', ''), ID_AT, 'hex');
  checksum(merchantId, bytes).copy(bytes, SUM_AT);
  return bytes.toString('base64url');
}

export function readCursor(merchantId: string, field: string, text: string): Position {
  const bytes = TEXT.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(LENGTH);
  const isOurs = bytes[0] === FORM && checksum(merchantId, bytes).equals(bytes.subarray(SUM_AT));
  if (!isOurs) throw cursorRefusal(field, 'is not a cursor that this merchant got from the feed');
  return { order: bytes.readBigInt64BE(ORDER_AT), eventId: idOf(bytes) };
}

/** A cursor before the event that this cursor is after, and before all of the same transaction. */
export function cursorBefore(merchantId: string, text: string): string {
  return writeCursor(merchantId, lastPosition(readCursor(merchantId, 'after', text).order));
}

/** An older backup was restored, so the position is later than all events. */
export function refuseLater(field: string, { order }: Position, horizon: bigint): void {
  if (order >= horizon) {
    throw cursorRefusal(field, 'is later than all events: the database was restored from a backup');
  }
}

function cursorRefusal(field: string, message: string): Refusal {
  return new Refusal('CURSOR_INVALID', [{ field, message }]);
}

function checksum(merchantId: string, bytes: Buffer): Buffer {
  const hash = createHash('sha256').update(`bramka event cursor|${merchantId}|`);
  return hash
    .update(bytes.subarray(0, SUM_AT))
    .digest()
    .subarray(0, LENGTH - SUM_AT);
}

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', ID_AT, SUM_AT);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
