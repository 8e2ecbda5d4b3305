// The form of a statement, or of an action of `alter table`, with its lock and its work.

export type Lock =
  | 'ACCESS EXCLUSIVE'
  | 'SHARE ROW EXCLUSIVE'
  | 'SHARE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'ROW EXCLUSIVE';

/** What takes longer the larger the table is. */
export type Work = 'none' | 'scan' | 'rewrite' | 'index' | 'rows';

export interface Form {
  readonly form: RegExp;
  readonly lock: Lock | null;
  readonly work: Work;
  /**
   * When a new migration may do it: as a contract step; after a validated check; or, for a dropped
   * constraint, as a contract step unless it is a check.
   */
  readonly needs?: 'contract' | 'validated check' | 'contract or check' | undefined;
  /** Why no new migration may do it, or undefined. `rest` is what follows the form. */
  readonly refuse?: (rest: string) => string | undefined;
}

export function blocks(lock: Lock | null): 'reads and writes' | 'writes' | null {
  if (lock === 'ACCESS EXCLUSIVE') return 'reads and writes';
  return lock === 'SHARE' || lock === 'SHARE ROW EXCLUSIVE' ? 'writes' : null;
}

export const always = (why: string) => (): string => why;
