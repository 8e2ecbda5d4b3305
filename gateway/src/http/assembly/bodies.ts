// Which bodies a part of the server reads, and how. What is not taken is answered with 415 before
// anything of it is read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from '../../core/json.ts';
import { Refusal, type RefusalCode } from '../../core/refusals.ts';
import { mediaTypes, type BodyForm } from '../endpoint.ts';
import { readForm } from './form.ts';

/** How large and how deep a body may be. */
export interface BodyLimits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  /** Of one string or key. */
  readonly jsonStringLength: number;
}

interface Reader {
  /** An empty body is no body, whatever its media type says. */
  readonly read: (text: string, limits: BodyLimits) => unknown;
  /** For bytes that are no text. */
  readonly refusal: RefusalCode;
}

const readers: Readonly<Record<BodyForm, Reader>> = {
  json: {
    read: (text, { jsonDepth: depth, jsonStringLength: stringLength }) =>
      text.trim() === '' ? undefined : readJson(text, { depth, stringLength }),
    refusal: 'INVALID_JSON',
  },
  form: { read: readForm, refusal: 'INVALID_REQUEST' },
};

export function takeBodies(
  app: FastifyInstance,
  taken: readonly BodyForm[],
  limits: BodyLimits,
): void {
  app.removeAllContentTypeParsers();
  for (const form of taken) {
    const { read, refusal } = readers[form];
    app.addContentTypeParser(
      mediaTypes[form],
      { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
      (request, bytes, done) => {
        try {
          request.bodyText = decode(bytes as Buffer, refusal);
          done(null, read(request.bodyText, limits));
        } catch (error) {
          done(error as Error);
        }
      },
    );
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer, refusal: RefusalCode): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal(refusal, [{ field: 'body', message: 'must be UTF-8' }]);
  }
}

const forms = Object.keys(mediaTypes) as BodyForm[];

/** As what the body was sent, known before it is read and also when it is empty. */
export function bodyFormOf({ mediaType }: FastifyRequest): BodyForm | 'none' {
  return forms.find((form) => mediaTypes[form] === mediaType) ?? 'none';
}
