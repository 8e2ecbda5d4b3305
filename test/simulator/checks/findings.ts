// What a run found wrong, each with the invariant it breaks. The first finding ends the run.

export type Invariant =
  | 'I1 money'
  | 'I2 one charge'
  | 'I3 legal states'
  | 'I4 events'
  | 'I5 idempotence'
  | 'I6 secrecy'
  | 'I9 truth'
  | 'I10 liveness'
  | 'I12 replay'
  /** No authorization claims more about its customer than the issuer has said. */
  | 'A1 proof'
  /** Whom the issuer refused, or who did not come, pays nothing. */
  | 'A2 refusal'
  /** What is recorded of an authentication is what its issuer has said. */
  | 'A3 forgery'
  /** One authentication at a time, and one challenge after a soft decline. */
  | 'A4 one at a time'
  /** Whoever was authenticated goes on to the acquirer. */
  | 'A5 goes on'
  | 'no defects';

export interface Finding {
  readonly invariant: Invariant;
  readonly text: string;
}

export interface Findings {
  readonly list: readonly Finding[];
  readonly report: (invariant: Invariant, text: string) => void;
  /** Reports unless the condition holds; the text is made only when it is needed. */
  readonly expect: (holds: boolean, invariant: Invariant, text: () => string) => void;
}

export function createFindings(trace: (line: string) => void): Findings {
  const list: Finding[] = [];
  const report: Findings['report'] = (invariant, text) => {
    list.push({ invariant, text });
    trace(`VIOLATED ${invariant}: ${text}`);
  };
  return {
    list,
    report,
    expect(holds, invariant, text) {
      if (!holds) report(invariant, text());
    },
  };
}
