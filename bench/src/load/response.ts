// Cuts the bytes of one keep-alive connection into HTTP responses. It knows just what our gateway
// sends, a status line and a Content-Length, because the load generator must stay cheap.

export type Answered = (status: number, body: Buffer) => void;

const headEnd = '\r\n\r\n';
const statusAt = 'HTTP/1.1 '.length;

/** Takes chunks as they arrive and tells of each response once it is complete. */
export function responseReader(answered: Answered): (chunk: Buffer) => void {
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
