// Refusals of key rotations; part of the table in core/refusals.ts.

export const keyRefusals = {
  ROTATION_RUNNING: [
    409,
    'A rotation of keys is running. Read its progress, and start the next one when it is DONE.',
  ],
  KEY_SERVICE_UNAVAILABLE: [
    503,
    'The key management service cannot be used now. Read the log, and send the request again.',
  ],
} as const;
