// The SDK's side of a challenge: encrypts and posts each CReq, and checks every CRes including its
// counter. On request it sends invalid messages, to test that the ACS refuses them.
import { randomBytes } from 'node:crypto';
import { decryptJwe, encryptJwe, type Enc } from './jwe.ts';
import { SdkError } from './sdk-error.ts';

export interface Answer {
  readonly challengeDataEntry?: string;
  readonly challengeHTMLDataEntry?: string;
  readonly challengeNoEntry?: 'Y';
  readonly challengeCancel?: string;
  readonly oobContinue?: true;
  readonly resendChallenge?: 'Y' | 'N';
}

/** What to do wrong; the SDK's counters are not changed by it. */
export interface Tampering {
  /** The counter to send. */
  readonly counter?: string;
  /** Encrypts with an unrelated key. */
  readonly otherKey?: boolean;
  /** Changes one bit in this part of the finished JWE. */
  readonly tamper?: 'header' | 'iv' | 'ciphertext' | 'tag';
  /** Sends another transaction's id as kid. */
  readonly kid?: string;
  /** Posts the last JWE again. */
  readonly replay?: boolean;
  /** Elements to send instead of, or in addition to, the right ones. */
  readonly elements?: Readonly<Record<string, unknown>>;
}

export interface CRes {
  readonly messageType: 'CRes';
  readonly acsCounterAtoS: string;
  readonly challengeCompletionInd: 'Y' | 'N';
  readonly transStatus?: string;
  readonly [element: string]: unknown;
}

export interface PostAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}
export type Post = (url: string, jwe: string) => Promise<PostAnswer>;

export interface ChallengeParts {
  readonly acsURL: string;
  /** The 32-byte session key. */
  readonly key: Buffer;
  readonly enc: Enc;
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly sdkTransID: string;
  readonly post: Post;
}

export interface SdkChallenge {
  /** The URL for CReqs, from the signed content. */
  readonly acsURL: string;
  /** The first call has no answer. Throws SdkError if the ACS refuses or its answer is invalid. */
  send(answer?: Answer, mischief?: Tampering): Promise<CRes>;
}

export function openChallenge(parts: ChallengeParts): SdkChallenge {
  let sent = 0;
  let received = 0;
  let lastJwe: string | undefined;
  return {
    acsURL: parts.acsURL,
    async send(answer = {}, mischief) {
      const jwe = mischief?.replay ? lastJwe : sealCReq(parts, sent, answer, mischief);
      if (jwe === undefined) throw new Error('nothing was sent yet, so nothing can be replayed');
      if (mischief === undefined) lastJwe = jwe;
      const cres = openCRes(parts, received, await parts.post(parts.acsURL, jwe));
      received += 1;
      if (mischief === undefined) sent += 1;
      return cres;
    },
  };
}

export const postByFetch: Post = async (url, jwe) => {
  const headers = { 'content-type': 'application/jose; charset=UTF-8' };
  const reply = await fetch(url, { method: 'POST', headers, body: jwe });
  const contentType = reply.headers.get('content-type') ?? '';
  return { status: reply.status, contentType, body: await reply.text() };
};

function sealCReq(
  parts: ChallengeParts,
  sent: number,
  answer: Answer,
  mischief: Tampering = {},
): string {
  const { enc, acsTransID } = parts;
  const creq = {
    messageType: 'CReq',
    messageVersion: parts.messageVersion,
    threeDSServerTransID: parts.threeDSServerTransID,
    acsTransID,
    sdkTransID: parts.sdkTransID,
    sdkCounterStoA: mischief.counter ?? counterOf(sent),
    ...answer,
    ...mischief.elements,
  };
  const key = mischief.otherKey ? randomBytes(32) : parts.key;
  const header = { alg: 'dir', enc, kid: mischief.kid ?? acsTransID };
  const jwe = encryptJwe(header, enc === 'A128GCM' ? key.subarray(0, 16) : key, creq);
  return mischief.tamper === undefined ? jwe : tampered(jwe, mischief.tamper);
}

function openCRes(parts: ChallengeParts, received: number, answer: PostAnswer): CRes {
  const { key, enc, acsTransID } = parts;
  const [type = ''] = answer.contentType.split(';');
  if (answer.status !== 200 || type.trim() !== 'application/jose') throw refusalIn(answer);
  const half = enc === 'A128GCM' ? key.subarray(16) : key;
  const cres = decryptJwe(answer.body, { alg: 'dir', enc, kid: acsTransID }, half);
  const due: Readonly<Record<string, string>> = {
    messageType: 'CRes',
    messageVersion: parts.messageVersion,
    threeDSServerTransID: parts.threeDSServerTransID,
    acsTransID,
    sdkTransID: parts.sdkTransID,
    acsCounterAtoS: counterOf(received),
  };
  const wrong = Object.keys(due).filter((element) => cres[element] !== due[element]);
  if (wrong.length > 0)
    throw new SdkError('unreadable', `the CRes has an invalid ${wrong.join(', ')}`);
  const isDone = cres['challengeCompletionInd'] === 'Y';
  const isFine = isDone ? cres['transStatus'] : cres['challengeCompletionInd'] === 'N';
  if (!isFine) throw new SdkError('unreadable', 'the CRes has no valid completion state');
  return cres as CRes;
}

/** An ACS refuses in plain JSON, because there may be no key to encrypt with. */
function refusalIn({ status, body }: PostAnswer): SdkError {
  try {
    const erro = JSON.parse(body) as Record<string, unknown>;
    if (erro['messageType'] === 'Erro') {
      return new SdkError('refused', `error ${String(erro['errorCode'])}`, { status, erro });
    }
  } catch {
    // Not an Erro message.
  }
  return new SdkError('refused', `the ACS answered with status ${status}`, { status });
}

function tampered(jwe: string, where: NonNullable<Tampering['tamper']>): string {
  const segments = jwe.split('.');
  const index = { header: 0, iv: 2, ciphertext: 3, tag: 4 }[where];
  const bytes = Buffer.from(segments[index] ?? '', 'base64url');
  // A space does not change the header's JSON, but the tag covers it.
  if (where === 'header')
    segments[index] = Buffer.from(` ${bytes.toString()}`).toString('base64url');
  else {
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    segments[index] = bytes.toString('base64url');
  }
  return segments.join('.');
}

function counterOf(count: number): string {
  return String(count).padStart(3, '0');
}
