// Delivers news of the token services: in several copies, disordered, and again until a node has
// acknowledged them.

import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import type { TokenNews } from '@bramka/gateway/token-services/token-news.ts';
import { applyTokenNews } from '@bramka/gateway/tokenizer/token-news.ts';
import type { Chance } from '../world/chance.ts';
import type { Faults } from '../world/faults.ts';
import type { SimulatedNode } from '../node/node-parts.ts';
import type { Schedule } from '../world/schedule.ts';
import type { TokenBug } from './token-bug.ts';
import type { TokenFindings } from './token-finding.ts';

export interface Postman {
  send(news: TokenNews): void;
  /** How many news nobody has acknowledged. */
  waiting(): number;
}

interface PostmanParts {
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly nodes: readonly SimulatedNode[];
  readonly findings: TokenFindings;
  readonly trace: (line: string) => void;
  readonly bug: TokenBug | undefined;
}

/** A token that is not stored is unknown; the service gives up after so many tries. */
const MAX_UNKNOWN = 8;
const AGAIN_MS = 15_000;

interface Letter {
  readonly news: TokenNews;
  isDone: boolean;
  unknown: number;
}

export function createPostman(parts: PostmanParts): Postman {
  const { schedule, chance, faults } = parts;
  const letters: Letter[] = [];
  const deliver = (letter: Letter): void => {
    hand(parts, letter);
    schedule.after(AGAIN_MS, () => {
      if (!letter.isDone) deliver(letter);
    });
  };
  return {
    send(news) {
      const letter = { news, isDone: false, unknown: 0 };
      letters.push(letter);
      const delay = (): number =>
        faults.on ? chance.below(chance.pick([20, 2_000, 60_000])) : chance.below(20);
      schedule.after(delay(), () => deliver(letter));
      if (chance.percent(30)) schedule.after(delay(), () => hand(parts, letter));
    },
    waiting: () => letters.filter(({ isDone }) => !isDone).length,
  };
}

function hand({ chance, nodes, findings, trace, bug }: PostmanParts, letter: Letter): void {
  const node = chance.pick(nodes);
  if (!node.life.isAlive()) return;
  const { news } = letter;
  node.life.gate(applyTokenNews(node.tokenizer, bug?.news?.(news) ?? news)).then(
    (result) => {
      trace(`news ${news.instrumentRef} ${news.status} (${String(news.sequence)}): ${result}`);
      if (result === 'NOT_FOUND') letter.unknown += 1;
      letter.isDone ||= result !== 'NOT_FOUND' || letter.unknown >= MAX_UNKNOWN;
    },
    (error: unknown) => {
      if (!(error instanceof ConnectionLost)) findings.report('no error', `news: ${String(error)}`);
    },
  );
}
