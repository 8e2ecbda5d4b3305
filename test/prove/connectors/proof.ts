// What the proof of a connector against a program that is not ours consists of. Each connector has
// one in a file of this folder, and a line in list.ts.
import type { Step } from './recorded/exchanges.ts';

export interface ConnectorProof {
  /** Of the connector. */
  readonly name: string;
  /** The program it is proven against, with its version, such as "stripe-mock 0.197.0". */
  readonly witness: string;
  /** Commands that must be installed, such as go, java or python3. */
  readonly needs: readonly string[];
  /**
   * Fetches or builds the witness in the folder, which is empty. It is done once: what it leaves is
   * kept for later runs, until `witness` changes.
   */
  prepare(folder: string): Promise<void>;
  /** Starts the witness in the prepared folder, checks the connector, and stops what it started. */
  run(folder: string, report: Report): Promise<void>;
}

export interface Report {
  /** One fact. If the check throws, the fact has failed; the others are still checked. */
  proves(fact: string, check: () => Promise<void> | void): Promise<void>;
  /** A fact that cannot be checked here. */
  skips(fact: string, why: string): void;
  /** What was exchanged is what is recorded. With --record it is recorded if nothing has failed. */
  matchesRecording(steps: readonly Step[]): Promise<void>;
}

export interface Row {
  readonly connector: string;
  readonly end: 'proven' | 'skipped' | 'failed';
  readonly fact: string;
  /** Why it was skipped or has failed. */
  readonly why: string;
}
