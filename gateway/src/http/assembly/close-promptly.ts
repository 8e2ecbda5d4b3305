// Closing a server without waiting for connections that have nothing under way.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closing waits for answers under way and for nothing else: a connection that has not asked for
 * anything yet is dropped, and one that gets its answer while closing is not kept for another.
 */
export function closePromptly(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage) => silent.delete(request.socket));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    done();
  });
}
