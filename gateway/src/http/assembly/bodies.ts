// Which bodies a part of the server accepts, and how they are read. Other media types get 415
// before any of the body is read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from '../../core/json.ts';
import { Refusal, type RefusalCode } from '../../core/refusals.ts';
import { mediaTypes, type Endpoint, type BodyForm } from '../endpoint.ts';
import { readForm } from './form.ts';

/** Maximum size and depth of a body. */
interface BodyLimits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  /** Maximum length of one string or key. */
  readonly jsonStringLength: number;
}

interface Reader {
  /** An empty body counts as no body, whatever its media type. */
  readonly read: (text: string, limits: BodyLimits, nullFields: readonly string[]) => unknown;
  /** For bytes that are not UTF-8. */
  readonly refusal: RefusalCode;
}

const readers: Readonly<Record<BodyForm, Reader>> = {
  json: {
    read: (text, { jsonDepth: depth, jsonStringLength: stringLength }, nullFields) =>
      text.trim() === '' ? undefined : readJson(text, { depth, stringLength, nullFields }),
    refusal: 'INVALID_JSON',
  },
  form: { read: readForm, refusal: 'INVALID_REQUEST' },
};

/** `nullFields`: fields of the body in which null does not mean absent. */
export function acceptBodies(
  app: FastifyInstance,
  taken: readonly BodyForm[],
  limits: BodyLimits,
  nullFields: readonly string[] = [],
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
          done(null, read(request.bodyText, limits, nullFields));
        } catch (error) {
          done(error as Error);
        }
      },
    );
  }
}

/** The fields of a body in which null is refused, because an absent value would mean everything. */
export function nullFieldsOf(body: Endpoint['body']): string[] {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, object> };
  return Object.keys(properties).filter((name) => 'neverNull' in (properties[name] ?? {}));
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

/** The format of the body, known before it is read, even when the body is empty. */
export function bodyFormOf({ mediaType }: FastifyRequest): BodyForm | 'none' {
  return forms.find((form) => mediaTypes[form] === mediaType) ?? 'none';
}
