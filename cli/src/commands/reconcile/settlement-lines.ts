// Reads a settlement file from disk line by line, in bounded memory. Every problem is one sentence
// that names the line.

import { createReadStream } from 'node:fs';
import { createLineSplitter, LineTooLong } from '@bramka/gateway/core/csv/line-splitter.ts';
import {
  BadLine,
  hashLine,
  MAX_LINE_LENGTH,
  NO_LINES,
  readHeader,
  readLine,
  type FileHeader,
} from '@bramka/gateway/reconciliation/settlement-file.ts';
import { Failure } from '../../failure.ts';

interface CheckedFile {
  readonly header: FileHeader;
  /** The first line as it is. */
  readonly headerText: string;
  readonly fingerprint: string;
  readonly lineCount: number;
  readonly rowCount: number;
}

/** Reads the whole file once and checks every line, before anything is sent. */
export async function checkFile(path: string): Promise<CheckedFile> {
  let header: FileHeader | undefined;
  let headerText = '';
  let hash = NO_LINES;
  let lineCount = 0;
  let rowCount: number | undefined;
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      lineCount += 1;
      hash = hashLine(hash, line);
      if (rowCount !== undefined) throw problem(path, `line ${lineCount} follows the end line`);
      const checked = check(path, line, lineCount, header);
      if ('provider' in checked) [header, headerText] = [checked, line];
      else if (checked.is === 'end') ({ rowCount } = checked);
    }
  }
  if (!header) throw problem(path, 'it is empty');
  if (rowCount === undefined) throw problem(path, 'its end line is missing; is it complete?');
  const fingerprint = Buffer.from(hash).toString('hex');
  return { header, headerText, fingerprint, lineCount, rowCount };
}

function check(path: string, line: string, lineNo: number, header: FileHeader | undefined) {
  try {
    return header ? readLine(line, lineNo, header) : readHeader(line);
  } catch (error) {
    if (error instanceof BadLine) throw problem(path, error.message);
    throw error;
  }
}

interface Chunk {
  readonly firstLine: number;
  readonly lines: string[];
}

/** The lines after `skip` in chunks that fit into a request. */
export async function* chunksOf(path: string, skip: number): AsyncGenerator<Chunk> {
  let lineNo = 0;
  let size = 0;
  let lines: string[] = [];
  for await (const some of linesOf(path)) {
    for (const line of some) {
      lineNo += 1;
      if (lineNo <= skip) continue;
      const bytes = Buffer.byteLength(JSON.stringify(line)) + 1;
      if (lines.length === MAX_LINES || (lines.length > 0 && size + bytes > MAX_BYTES)) {
        yield { firstLine: lineNo - lines.length, lines };
        [lines, size] = [[], 0];
      }
      lines.push(line);
      size += bytes;
    }
  }
  if (lines.length > 0) yield { firstLine: lineNo - lines.length + 1, lines };
}

const MAX_LINES = 500;
/** Below the limit of a request, 64 KiB. */
const MAX_BYTES = 60_000;

async function* linesOf(path: string): AsyncGenerator<string[]> {
  const splitter = createLineSplitter(MAX_LINE_LENGTH);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const bytes of createReadStream(path)) {
      yield splitter.push(decoder.decode(bytes as Buffer, { stream: true }));
    }
    yield splitter.push(decoder.decode());
    yield splitter.end();
  } catch (error) {
    throw readingProblem(path, error);
  }
}

function readingProblem(path: string, error: unknown): unknown {
  if (error instanceof LineTooLong) return problem(path, error.message);
  if (error instanceof TypeError) return problem(path, 'it is not UTF-8');
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new Failure(`${path} cannot be read (${code})`);
}

function problem(path: string, what: string): Failure {
  return new Failure(`${path} is not a settlement file: ${what}`);
}
