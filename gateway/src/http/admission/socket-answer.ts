// Answers written directly to the connection, for input that never becomes a request: invalid HTTP,
// headers or a body that do not arrive in time, too many connections. They have the same error body
// as other refusals.

import { STATUS_CODES, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Ids } from '../../core/id.ts';
import { writeJson } from '../../core/json.ts';
import { Refusal } from '../../core/refusals.ts';
import { errorBody } from '../reply.ts';

export type SocketAnswer = (socket: Socket, refusal: Refusal) => void;

interface Pending {
  readonly headersSent: boolean;
  readonly req: { readonly complete: boolean };
}

/**
 * Sends the refusal and closes the connection. When another answer has started, or is due to a
 * request that has arrived in full, the connection is closed without an answer: the client would
 * take the refusal for the answer to that request.
 */
export function socketAnswer(ids: Ids, logger: FastifyBaseLogger): SocketAnswer {
  return (socket, refusal) => {
    const pending = (socket as Socket & { _httpMessage?: Pending | null })._httpMessage;
    if (!socket.writable || pending?.headersSent || pending?.req.complete) {
      socket.destroy();
      return;
    }
    const traceId = ids.next();
    const { status, code } = refusal;
    socket.write(answerText(refusal, traceId));
    socket.destroySoon();
    logger.info({ traceId, status, code }, 'refused on the connection');
  };
}

function answerText(refusal: Refusal, traceId: string): string {
  const body = writeJson(errorBody(refusal, traceId));
  const { status, retryAfterSeconds } = refusal;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Trace-Id: ${traceId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

interface ClientError extends Error {
  readonly code?: string;
}

/** The refusal for an error code of Node; undefined when the client has disconnected. */
function refusalOf({ code = '' }: ClientError): Refusal | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('HEADERS_TOO_LARGE');
  return code.startsWith('HPE_') ? new Refusal('MALFORMED_REQUEST') : undefined;
}

export function clientErrorHandler(answer: SocketAnswer) {
  return (error: ClientError, socket: Socket): void => {
    const refusal = refusalOf(error);
    if (refusal) answer(socket, refusal);
    else socket.destroy();
  };
}

/**
 * Routes requests that Node handles separately: CONNECT, and an unknown Expect header. They are
 * answered like all others, so that the limits and the error body apply to them.
 */
export function routeEveryRequest(server: Server): void {
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    socket.once('error', () => socket.destroy());
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}
