// The scripts of the payment page by build, which all nodes share: during an upgrade a browser may
// have the page of one version and ask a node of the other one for its scripts.

import { isoTime, type Clock } from '../../core/clock.ts';
import { fingerprint, type Key } from '../../core/seal.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import { shareLoads } from '../shared-loads.ts';

/** Builds that are kept: those of the versions that served the page last. */
const KEPT = 8;

const keepBuild = statement(
  'page-builds.keep',
  `insert into page_builds (build, content, mark, kept_at) values ($1, $2, $3, $4)
   on conflict (build) do update
   set content = excluded.content, mark = excluded.mark, kept_at = excluded.kept_at`,
);
const removeOld = statement(
  'page-builds.remove-old',
  `delete from page_builds where build not in (
     select build from page_builds order by kept_at desc, build limit $1)`,
);
const listBuilds = statement('page-builds.list', 'select build from page_builds');
const readBuild = statement(
  'page-builds.read',
  'select content, mark from page_builds where build = $1',
);

export interface PageBuilds {
  keep(build: string, content: string): Promise<void>;
  /** Undefined: no gateway has kept it, or only long ago. */
  find(build: string): Promise<string | undefined>;
}

interface PageBuildParts {
  readonly database: Queryable;
  readonly clock: Clock;
  /** Whoever can write to the database, but does not have this key, cannot add a script. */
  readonly markKey: Key;
  readonly log: { warn(facts: object, message: string): void };
}

export function pageBuilds({ database, clock, markKey, log }: PageBuildParts): PageBuilds {
  const markOf = (build: string): Buffer => fingerprint(markKey, build);
  let known = new Set<string>();
  const load = shareLoads(async () => {
    const rows = await database.run<{ build: string }>(listBuilds);
    known = new Set(rows.map(({ build }) => build));
  }, clock);
  return {
    async keep(build, content) {
      try {
        await database.run(keepBuild, [build, content, markOf(build), isoTime(clock.now())]);
        await database.run(removeOld, [KEPT]);
      } catch (error) {
        log.warn({ err: error }, 'other nodes cannot serve the scripts of the payment page');
        throw error;
      }
    },
    async find(build) {
      if (!known.has(build)) await load();
      if (!known.has(build)) return undefined;
      const rows = await database.run<{ content: string; mark: Uint8Array }>(readBuild, [build]);
      return rows.find(({ mark }) => markOf(build).equals(mark))?.content;
    },
  };
}
