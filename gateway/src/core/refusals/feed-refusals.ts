// Refusals of the event feed and stream; part of the table in core/refusals.ts.

export const feedRefusals = {
  CURSOR_INVALID: [
    400,
    'The cursor cannot be used. Send `next` of an earlier answer unchanged, or leave it out to ' +
      'read from the oldest event.',
  ],
  TOO_MANY_STREAMS: [
    429,
    'There are too many open event streams. Close one, or read GET /v1/ecommerce/events instead.',
  ],
} as const;
