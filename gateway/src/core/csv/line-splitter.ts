// Splits text that arrives in pieces into lines, which end with LF or CRLF. A line that is too long
// is noticed before it is complete, so that memory stays bounded.

interface LineSplitter {
  /** The lines that this piece completes. */
  push(piece: string): string[];
  /** The last line, if the text does not end with a line end. */
  end(): string[];
}

export class LineTooLong extends Error {
  readonly lineNo: number;
  constructor(lineNo: number, maxLength: number) {
    super(`line ${lineNo} is longer than ${maxLength} characters`);
    this.name = 'LineTooLong';
    this.lineNo = lineNo;
  }
}

/** `maxLength`: in UTF-16 code units, without the line end. */
export function createLineSplitter(maxLength: number): LineSplitter {
  let rest = '';
  let count = 0;
  const checked = (line: string): string => {
    count += 1;
    if (line.length > maxLength) throw new LineTooLong(count, maxLength);
    return line;
  };
  return {
    push(piece) {
      const parts = `${rest}${piece}`.split('\n');
      rest = parts.pop() ?? '';
      const lines = parts.map((part) => checked(withoutReturn(part)));
      // One more for the CR of a line end whose LF has not arrived.
      if (rest.length > maxLength + 1) throw new LineTooLong(count + 1, maxLength);
      return lines;
    },
    end() {
      const last = rest;
      rest = '';
      return last === '' ? [] : [checked(withoutReturn(last))];
    },
  };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
