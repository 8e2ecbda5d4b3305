// Planted bugs in the journal and in the handling of database errors.
import type { Mutant } from '../mutant.ts';

const committer = [{ file: 'gateway/src/journal/sql-committer.test.ts' }];

export const journalMutants: readonly Mutant[] = [
  {
    name: 'compare-and-set-without-compare',
    file: 'gateway/src/journal/batch-sql.ts',
    search: ' and t.${version} = i.expected and ${always} returning i.entry`;',
    replace: ' and i.expected is not null and t.${version} is not null returning i.entry`;',
    caughtBy: [{ file: 'gateway/src/journal/journal.contract.test.ts' }, ...committer],
  },
  {
    name: 'loser-writes-its-rows',
    file: 'gateway/src/journal/batch-sql.ts',
    search: "const forWinners = 'i.entry = any (array(select entry from won))';",
    replace: "const forWinners = 'i.entry is not null';",
    caughtBy: [{ file: 'gateway/src/journal/journal.contract.test.ts' }],
  },
  {
    name: 'same-row-in-one-batch',
    file: 'gateway/src/journal/group-commit.ts',
    search: 'if (batch.length >= maxSize || waiting.keys.some(isTaken)) {',
    replace: 'if (batch.length >= maxSize) {',
    caughtBy: [{ file: 'gateway/src/journal/group-commit.test.ts' }],
  },
  {
    name: 'lost-commit-is-written-twice-or-never',
    file: 'gateway/src/journal/sql-committer.ts',
    search: 'return (await database.run(statement, values)).length > 0;',
    replace: 'return (await database.run(statement, values)).length > 1;',
    caughtBy: committer,
  },
  {
    name: 'one-culprit-fails-the-whole-batch',
    file: 'gateway/src/journal/sql-committer.ts',
    search: "const isAway = before?.kind === 'failed' && before.error instanceof ConnectionLost;",
    replace: "const isAway = before?.kind === 'failed';",
    caughtBy: committer,
  },
  {
    name: 'deadlock-is-a-defect',
    file: 'gateway/src/storage/availability/sqlstate.ts',
    search: "row('40P01', 'repeat',",
    replace: "row('40P0X', 'repeat',",
    caughtBy: [{ file: 'gateway/src/storage/errors.test.ts' }],
  },
  {
    name: 'read-only-server-keeps-its-connection',
    file: 'gateway/src/storage/availability/sqlstate.ts',
    search: "row('25006', 'away',",
    replace: "row('2500X', 'away',",
    caughtBy: [{ file: 'gateway/src/storage/errors.test.ts' }],
  },
];
