// The invariants of tokenizations and tokens, and what a run finds.

export type TokenInvariant =
  | 'statuses follow the table'
  | 'one event per status change'
  | 'a completed tokenization has one usable token'
  | 'one usable token per card and customer'
  | 'a discarded token has nothing of its card'
  | 'a discarded token stays discarded'
  | 'one request per tokenization'
  | 'one conversion per stored card'
  | 'no token is left at the token service'
  | 'a usable token is known at the token service'
  | 'the status of a token is that of the token service'
  | 'no tokenization stays open'
  | 'no card is held at the end'
  | 'no check is left at the end'
  | 'no error';

export interface TokenFinding {
  readonly invariant: TokenInvariant;
  readonly text: string;
}

export interface TokenFindings {
  readonly list: readonly TokenFinding[];
  /** The first violation of each invariant is kept. */
  report(invariant: TokenInvariant, text: string): void;
  expect(holds: boolean, invariant: TokenInvariant, text: () => string): void;
}

export function createTokenFindings(): TokenFindings {
  const list: TokenFinding[] = [];
  const report: TokenFindings['report'] = (invariant, text) => {
    if (!list.some((one) => one.invariant === invariant)) list.push({ invariant, text });
  };
  return {
    list,
    report,
    expect: (holds, invariant, text) => {
      if (!holds) report(invariant, text());
    },
  };
}
