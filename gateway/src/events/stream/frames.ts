// The text of an event stream (server-sent events): an event is what a delivery would send, with
// the same headers and the same bytes.

import type { Instant } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import { pathOf } from '../delivery/targets.ts';
import { writeCursor, type Position } from '../feed/cursor.ts';
import type { StreamEvent } from '../feed/feed.store.ts';
import { notificationHeaders } from '../message/sign.ts';

/** How long a reader waits after a lost connection. */
const RETRY_MS = 1000;

/** With an id, so that a reader that loses the connection before its first event misses none. */
export function openingFrame(merchantId: string, position: Position): string {
  return `retry: ${RETRY_MS}\n${idFrame(merchantId, position)}`;
}

/** A block without data moves the reader's Last-Event-ID without an event. */
export function idFrame(merchantId: string, position: Position): string {
  return `id: ${writeCursor(merchantId, position)}\n\n`;
}

/** Readers ignore comments. */
export function commentFrame(text: string): string {
  return `: ${text}\n\n`;
}

export function eventFrame(
  merchantId: string,
  event: StreamEvent,
  secrets: readonly Secret<string>[],
  at: Instant,
): string {
  const { body, eventId } = event;
  const headers = notificationHeaders(body, eventId, secrets, at);
  const data = JSON.stringify({ path: pathOf(event.event), headers, body });
  return `id: ${writeCursor(merchantId, event)}\nevent: ${event.event}\ndata: ${data}\n\n`;
}
