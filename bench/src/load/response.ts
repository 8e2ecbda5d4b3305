// Splits the bytes of a keep-alive connection into HTTP responses. It supports only what the
// gateway sends (a status line and Content-Length), because the load generator must be cheap.

export type OnResponse = (status: number, body: Buffer) => void;

const headEnd = '\r\n\r\n';
const statusAt = 'HTTP/1.1 '.length;

/** Takes chunks as they arrive and reports each response once it is complete. */
export function responseReader(answered: OnResponse): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    let bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    rest = undefined;
    while (bytes.length > 0) {
      const end = bytes.indexOf(headEnd);
      const bodyAt = end + headEnd.length;
      const bodyEnd = end < 0 ? Infinity : bodyAt + contentLength(bytes.toString('latin1', 0, end));
      if (bytes.length < bodyEnd) {
        rest = bytes;
        return;
      }
      const status = Number(bytes.toString('latin1', statusAt, statusAt + 3));
      const body = bytes.subarray(bodyAt, bodyEnd);
      bytes = bytes.subarray(bodyEnd);
      answered(status, body);
    }
  };
}

function contentLength(head: string): number {
  const found = /\r\ncontent-length: (\d+)/i.exec(head);
  if (!found) throw new Error(`a response without Content-Length: ${head.split('\r\n')[0] ?? ''}`);
  return Number(found[1]);
}
