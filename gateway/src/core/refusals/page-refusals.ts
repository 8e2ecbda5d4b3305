// Refusals of the payment page, its links and its tokens; part of the table in core/refusals.ts.

export const pageRefusals = {
  CLIENT_TOKEN_INVALID: [
    401,
    'The CLIENT token is no longer valid. The merchant can create a new link with restore.',
  ],
  CLIENT_TOKEN_EXPIRED: [
    401,
    'The CLIENT token has expired. The merchant can create a new link with restore or retry.',
  ],
  LINK_NOT_FOUND: [
    404,
    'This payment link is not valid, or a newer one has replaced it. Ask the shop for a new link.',
  ],
  PREVIEW_NOT_FOUND: [
    404,
    'This preview has ended or never existed. Create a new one with `bramka merchants preview`.',
  ],
} as const;
