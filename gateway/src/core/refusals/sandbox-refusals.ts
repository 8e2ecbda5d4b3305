// Refusals of the sandbox and its simulated providers; part of the table in core/refusals.ts.

export const sandboxRefusals = {
  FOREIGN_HOST: [
    403,
    'The Host header is not allowed. Use localhost, the listen address or BRAMKA_PUBLIC_URL.',
  ],
  FOREIGN_ORIGIN: [
    403,
    'The sandbox does not accept requests from pages of other sites. Send them from a program.',
  ],
  PROVIDER_KEY_INVALID: [
    401,
    'The acquirer key is missing or wrong. Send the header "Authorization: Bearer <key>".',
  ],
  CHALLENGE_NOT_FOUND: [
    404,
    'No such challenge. Take its id from acsTxnId in the acsData of the payment.',
  ],
  ATTEMPT_REUSED: [
    409,
    'The attemptId was already used for another operation. Use a new one for each operation.',
  ],
  PROVIDER_OUT_OF_ORDER: [
    503,
    'The simulated provider is unavailable because of a fault or a test card.',
  ],
} as const;
