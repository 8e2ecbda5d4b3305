// A file of the operator: loaded at start and again when it has changed. When a new file cannot be
// used, the previous content stays in use.

import { stat } from 'node:fs/promises';

interface WatchedFileOptions<T> {
  /** The name in messages, such as: the BIN table. */
  readonly title: string;
  readonly path: string;
  readonly read: (path: string) => Promise<Buffer>;
  /** Throws a `Bad` with the reason. */
  readonly parse: (bytes: Buffer) => T;
  /** One sentence for the operator. */
  readonly Bad: new (message: string) => Error;
  readonly onFailure: (error: Error) => void;
  /** After a failure. */
  readonly onUsable: (message: string) => void;
}

/** Throws a `Bad`: the gateway does not start without the file. */
export async function openWatchedFile<T>(options: WatchedFileOptions<T>) {
  const { title, path, Bad } = options;
  let seen = await stampOf(path);
  let content = await load(options);
  let isCurrent = true;
  return {
    path,
    content: () => content,
    /** Whether the file on disk is the content in use. */
    isCurrent: () => isCurrent,
    /** Resolves to true when new content was loaded. */
    refresh: async (): Promise<boolean> => {
      // Read before the contents: a file that changes during the load is loaded again next time.
      const stamp = await stampOf(path);
      if (stamp === seen) return false;
      seen = stamp;
      try {
        content = await load(options);
        if (!isCurrent) options.onUsable(`${title} ${path} can be used again`);
        isCurrent = true;
        return true;
      } catch (error) {
        if (!(error instanceof Bad)) throw error;
        isCurrent = false;
        options.onFailure(error);
        return false;
      }
    },
  };
}

/** A text that changes when the file or its permissions change; constant while there is none. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}

async function load<T>({ title, path, read, parse, Bad }: WatchedFileOptions<T>): Promise<T> {
  const bytes = await read(path).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ENOENT' ? 'there is no such file' : (error.code ?? error.message);
    throw new Bad(`${title} ${path} cannot be read: ${reason}`);
  });
  try {
    return parse(bytes);
  } catch (error) {
    if (error instanceof Bad) error.message = `${title} ${path} cannot be used: ${error.message}`;
    throw error;
  }
}
