// Refusals of the tokenizer; part of the table in core/refusals.ts.

export const tokenRefusals = {
  TOKENIZATION_NOT_FOUND: [
    404,
    'This merchant has no such tokenization. Check the tokenizerId; tokenizations are available ' +
      'for 3 months.',
  ],
  NEWS_TOKEN_NOT_FOUND: [
    404,
    'No token has this reference. Repeat the message later: the token may be stored soon.',
  ],
  TOKEN_NOT_FOUND: [404, 'This merchant has no such token. Find tokens with POST …/search.'],
  VISUAL_NOT_FOUND: [
    404,
    'There is no such card picture now. Read token.visualId again, or try again later.',
  ],
} as const;
