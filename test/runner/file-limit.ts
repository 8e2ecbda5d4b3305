// Ends test files that do not end: Node's runner limits the tests of a file, but not the file. It
// waits without end for a process that is kept alive by an open handle after its last test, or that
// is blocked.
import { inMinutes } from './durations.ts';
import { killWithDescendants, listProcesses } from '../setup/processes/processes.ts';

const USUAL_MINUTES = 30;
/** A test that hangs is reported by its name before its file is killed. */
const SHARE_OF_A_TEST = 0.5;

export interface FileLimits {
  readonly fileMs: number;
  readonly testMs: number;
}

/** For what hangs: no file takes nearly as long, also on a slow machine. */
export function limitsFrom(env: NodeJS.ProcessEnv): FileLimits {
  const wanted = Number(env['BRAMKA_TEST_FILE_MINUTES'] ?? '');
  const fileMs = (wanted > 0 ? wanted : USUAL_MINUTES) * 60_000;
  return { fileMs, testMs: Math.ceil(fileMs * SHARE_OF_A_TEST) };
}

export interface FileWatch {
  started(file: string): void;
  ended(file: string): void;
  /** Aborted if a file did not end, but its process is gone: only the end of the run helps. */
  readonly lost: AbortSignal;
  /** A sentence for each file that was killed. */
  problems(): readonly string[];
}

/** Kills the process of each file that runs longer, with everything it started. */
export function watchFiles(limitMs: number, say: (sentence: string) => void): FileWatch {
  const timers = new Map<string, NodeJS.Timeout>();
  const problems: string[] = [];
  const lost = new AbortController();
  const kill = (file: string): void => {
    const processes = listProcesses();
    const testProcess = processes.find(
      ({ parent, command }) => parent === process.pid && command.split(' ').includes(file),
    );
    const killed = testProcess && killWithDescendants(testProcess.pid, processes);
    const end = killed === undefined ? 'its process is gone and the run ends' : endText(killed);
    const sentence = `${file} did not end within ${inMinutes(limitMs / 1000)}: ${end}.`;
    problems.push(sentence);
    say(sentence);
    if (killed === undefined) lost.abort();
  };
  return {
    started(file) {
      timers.set(
        file,
        setTimeout(() => kill(file), limitMs),
      );
    },
    ended(file) {
      clearTimeout(timers.get(file));
      timers.delete(file);
    },
    lost: lost.signal,
    problems: () => problems,
  };
}

function endText(killed: number): string {
  if (killed === 1) return 'it was killed';
  const others = killed === 2 ? '1 other process' : `${String(killed - 1)} other processes`;
  return `it was killed with ${others} that it had started`;
}
