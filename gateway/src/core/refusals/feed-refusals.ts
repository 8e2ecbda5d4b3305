// Refusals of events, their feed and stream; part of the table in core/refusals.ts.

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
  EVENT_NOT_FOUND: [
    404,
    'This merchant has no such event. List its events with GET /v1/ecommerce/events.',
  ],
  NOTIFICATION_URL_MISSING: [
    409,
    'The merchant has no address for notifications. Ask the operator to set notificationUrl.',
  ],
} as const;
