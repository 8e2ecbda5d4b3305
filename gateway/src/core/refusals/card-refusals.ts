// Refusals that protect cards from being guessed or tried out; part of the table in
// core/refusals.ts.

export const cardRefusals = {
  TOO_MANY_WRONG_CARDS: [
    429,
    'Too many wrong card numbers were sent. Wait as long as Retry-After says, or use a token.',
  ],
  TOO_MANY_DECLINES: [
    429,
    'Too many cards were declined. Wait as long as Retry-After says, or pay by another method.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;
