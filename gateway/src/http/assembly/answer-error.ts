// Answers every failed call: the refusal as the error body, or as the endpoint's page when a
// browser sent a form.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeJson } from '../../core/json.ts';
import { Refusal } from '../../core/refusals.ts';
import { mediaTypes, type Endpoint } from '../endpoint.ts';
import { sendRaw } from '../pages/raw-reply.ts';
import { asRefusal, errorBody } from '../reply.ts';
import { bodyFormOf } from './bodies.ts';

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint?: Endpoint,
): void {
  const refusal = refusalOf(error, request, endpoint);
  const page = bodyFormOf(request) === 'form' ? endpoint?.refusalPage : undefined;
  const shown = page?.(refusal, request.traceId);
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  // A notification is authenticated by its message: a bearer token would not help.
  if (refusal.status === 401 && refusal.code !== 'NOTIFICATION_NOT_AUTHENTIC') {
    reply.header('www-authenticate', 'Bearer');
  }
  if (shown) {
    void sendRaw(reply, shown, refusal.status);
    return;
  }
  void reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(writeJson(errorBody(refusal, request.traceId)));
}

function refusalOf(error: unknown, request: FastifyRequest, endpoint?: Endpoint): Refusal {
  const refusal = asRefusal(error, endpoint);
  if (!refusal) {
    request.log.error({ traceId: request.traceId, err: error }, 'defect');
    return new Refusal('INTERNAL_ERROR');
  }
  if (endpoint?.fieldName && isValidation(error)) return renameFields(refusal, endpoint.fieldName);
  if (refusal.details.length > 0) return refusal;
  if (refusal.code === 'BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit);
  if (refusal.code !== 'MEDIA_TYPE_NOT_SUPPORTED') return refusal;
  const bodies = endpoint?.bodies ?? (['json'] as const);
  const message = `must be ${bodies.map((form) => mediaTypes[form]).join(' or ')}`;
  return new Refusal(refusal.code, [{ field: 'Content-Type', message }]);
}

function tooLarge(bytes: number): Refusal {
  const kibibytes = bytes % 1024 === 0 ? ` (${bytes / 1024} KiB)` : '';
  const message = `must have at most ${bytes} bytes${kibibytes}`;
  return new Refusal('BODY_TOO_LARGE', [{ field: 'body', message }]);
}

/**
 * True for schema validation errors; a refusal thrown by an endpoint already uses the right names.
 */
function isValidation(error: unknown): boolean {
  return (
    !(error instanceof Refusal) && (error as { validation?: unknown }).validation !== undefined
  );
}

function renameFields({ code, details }: Refusal, name: (field: string) => string): Refusal {
  return new Refusal(
    code,
    details.map(({ field, message }) => ({ field: name(field), message })),
  );
}
