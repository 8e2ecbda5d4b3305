// Reads the event stream of the gateway: one connection, until it ends or is silent for too long.

import { readConnection, type StreamOptions } from '@bramka/client/src/events/stream.ts';
import { BramkaError } from '@bramka/client/src/result.ts';
import { failureOf } from '../api/calls.ts';
import type { MerchantClient } from '../api/merchant.ts';

/** What a delivery would send. */
export interface StreamItem {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface StreamBlock {
  readonly item: StreamItem | undefined;
  /** The position after it; send it as `after`. */
  readonly id: string | undefined;
  /** The gateway has sent everything that there is. */
  readonly isHeartbeat: boolean;
}

/** Resolves to why the gateway ended the stream; fails when it cannot be read. */
export async function readStream(
  { settings }: MerchantClient,
  query: StreamOptions,
  onBlock: (block: StreamBlock) => Promise<void>,
): Promise<string> {
  let reason = 'The connection was closed.';
  try {
    for await (const { id, data, comment } of readConnection(query, settings)) {
      const item = data === '' ? undefined : (JSON.parse(data) as StreamItem);
      const isHeartbeat = comment === 'heartbeat';
      await onBlock({ item, id, isHeartbeat });
      if (comment !== undefined && !isHeartbeat) reason = comment;
    }
    return reason;
  } catch (error) {
    throw error instanceof BramkaError ? failureOf(error.error, settings.baseUrl) : error;
  }
}
