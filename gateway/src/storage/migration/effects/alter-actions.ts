// The actions of `alter table`, as forms of effects.ts: their locks as in the manual of PostgreSQL,
// their work, and which of them a new migration may contain.

import { always, type Form, type Lock, type Work } from './form.ts';

const action = (
  text: string,
  lock: Lock,
  work: Work,
  more: Pick<Form, 'needs' | 'refuse'> = {},
): Form => ({ form: new RegExp(`^${text}`), lock, work, ...more });

const AS_EXCLUSIVE = 'ACCESS EXCLUSIVE';
const COLUMN = String.raw`(column )?(if (not )?exists )?(?<subject>\w+)`;
const CONSTRAINT = String.raw`constraint (if exists )?(?<subject>\w+)`;
const notValid = 'add it `not valid`, and validate it in a `-- concurrent` file';

/** The first that fits counts. */
export const alterActions: readonly Form[] = [
  action(`add ${CONSTRAINT} unique using index`, AS_EXCLUSIVE, 'none'),
  action(`add ${CONSTRAINT} (unique|primary key|exclude)`, AS_EXCLUSIVE, 'index', {
    refuse: always('build the index concurrently first, then add it with `using index`'),
  }),
  action(`add ${CONSTRAINT} foreign key .* not valid$`, 'SHARE ROW EXCLUSIVE', 'none'),
  action(`add ${CONSTRAINT} check .* not valid$`, AS_EXCLUSIVE, 'none'),
  action(`add (${CONSTRAINT} )?(check|foreign key)`, AS_EXCLUSIVE, 'scan', {
    refuse: always(notValid),
  }),
  action(`add (unique|primary key|exclude|constraint)`, AS_EXCLUSIVE, 'index', {
    refuse: always('a constraint needs a name, and an index that was built concurrently'),
  }),
  action(
    `add ${COLUMN} .*\\b(serial|bigserial|generated|unique|primary key)\\b`,
    AS_EXCLUSIVE,
    'rewrite',
    {
      refuse: always('it rewrites the table or builds an index under its lock'),
    },
  ),
  action(`add ${COLUMN} .*\\b(check|references)\\b`, AS_EXCLUSIVE, 'scan', {
    refuse: always(`the constraint of a column reads the whole table; ${notValid}`),
  }),
  action(`add ${COLUMN}`, AS_EXCLUSIVE, 'none', { refuse: refuseColumn }),
  action(`alter ${COLUMN} set default`, AS_EXCLUSIVE, 'none'),
  action(`alter ${COLUMN} drop not null`, AS_EXCLUSIVE, 'none'),
  action(`alter ${COLUMN} set not null`, AS_EXCLUSIVE, 'scan', { needs: 'validated check' }),
  action(`alter ${COLUMN} set (statistics|storage)`, AS_EXCLUSIVE, 'none'),
  action(`alter ${COLUMN} (set data )?type`, AS_EXCLUSIVE, 'rewrite', {
    refuse: always('add a column of the new type, fill it by a backfill, drop the old one later'),
  }),
  action(`alter ${COLUMN} drop default`, AS_EXCLUSIVE, 'none', { needs: 'contract' }),
  action(`validate ${CONSTRAINT}`, 'SHARE UPDATE EXCLUSIVE', 'scan'),
  action(`drop ${CONSTRAINT}`, AS_EXCLUSIVE, 'none', { needs: 'contract or check' }),
  action(`drop ${COLUMN}`, AS_EXCLUSIVE, 'none', { needs: 'contract' }),
  action(`rename\\b`, AS_EXCLUSIVE, 'none', {
    refuse: always('the previous version uses the old name; add the new thing beside the old one'),
  }),
  action(`(enable|disable) trigger`, 'SHARE ROW EXCLUSIVE', 'none', {
    refuse: always('the previous version relies on its triggers'),
  }),
  action(`set \\(`, 'SHARE UPDATE EXCLUSIVE', 'none'),
];

/** Strings are empty here, see `plain`. */
const constant = /^(''|-?\d+(\.\d+)?|true|false|null)(::[\w[\] ]+?)?$/;

/** `definition`: type, default and nullability of a new column. */
function refuseColumn(definition: string): string | undefined {
  const fallback = /\bdefault (.+?)(?= not null\b| null\b|$)/.exec(definition)?.[1];
  if (fallback !== undefined && !constant.test(fallback)) {
    return 'a default that is not a constant may rewrite the table; set it in another way';
  }
  const isEmpty = fallback === undefined || /^null\b/.test(fallback);
  return /\bnot null\b/.test(definition) && isEmpty
    ? 'the previous version does not write this column: give it a default or allow null'
    : undefined;
}
