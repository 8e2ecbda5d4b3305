// Splits the bytes of a connection into notifications. It supports only what the gateway sends: a
// head with Content-Length and the id of the event, and a body.

const headEnd = '\r\n\r\n';

/** Takes chunks as they arrive and reports the event of each complete request. */
export function requestReader(received: (eventId: string) => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    let bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    rest = undefined;
    while (bytes.length > 0) {
      const end = bytes.indexOf(headEnd);
      const head = end < 0 ? '' : bytes.toString('latin1', 0, end);
      const bodyEnd =
        end < 0 ? Infinity : end + headEnd.length + Number(header(head, 'content-length'));
      if (bytes.length < bodyEnd) {
        rest = bytes;
        return;
      }
      bytes = bytes.subarray(bodyEnd);
      received(header(head, 'webhook-id'));
    }
  };
}

function header(head: string, name: string): string {
  const at = head.toLowerCase().indexOf(`\r\n${name}:`);
  if (at < 0) throw new Error(`a notification without ${name}: ${head.split('\r\n')[0] ?? ''}`);
  const from = at + name.length + 3;
  const end = head.indexOf('\r\n', from);
  return head.slice(from, end < 0 ? undefined : end).trim();
}
