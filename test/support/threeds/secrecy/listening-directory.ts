// A directory server between gateway and sandbox that forwards and records messages. For some cards
// it answers with echoed request data, in every way that could end up in a log.
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Json } from '../../client.ts';
import { openLoopback } from '../../loopback-server.ts';

export interface ListeningDirectory {
  /** For BRAMKA_DS_URL. */
  readonly url: string;
  /** Every AReq, and every ARes that it forwarded. */
  readonly requests: readonly Json[];
  readonly answers: readonly Json[];
  /** Authentication values that it invented. */
  readonly cavvs: readonly Buffer[];
  /** The URL of the sandbox's directory servers; earlier requests wait. */
  leadTo(url: string): void;
  close(): void;
}

type Echo = (response: ServerResponse, areq: Json, text: string) => void;

const json = (response: ServerResponse, status: number, body: Json): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const idsOf = ({ messageVersion, threeDSServerTransID }: Json): Json => ({
  messageVersion,
  threeDSServerTransID,
  dsTransID: randomUUID(),
});

/** By the two digits after the card's range. */
const echoes: Readonly<Record<string, Echo>> = {
  '50': (response, areq) => json(response, 200, areq),
  '51': (response, _areq, text) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Error in ${text}</h1>`);
  },
  '52': (response, areq, text) =>
    json(response, 200, {
      messageType: 'Erro',
      ...idsOf(areq),
      errorCode: '203',
      errorComponent: 'D',
      errorDescription: String(areq['acctNumber']),
      errorDetail: text,
      errorMessageType: 'AReq',
    }),
  '53': (response, areq) => json(response, 500, areq),
  '54': (response, _areq, text) => {
    response.writeHead(200, { 'content-length': String(2 * text.length) });
    response.write(text, () => response.destroy());
  },
};
const WITH_PROOF = '55';

/** The paths of cards that it answers itself. */
export const echoPaths: readonly string[] = [...Object.keys(echoes), WITH_PROOF];

/** An ARes that would be a success if its acsTransID were an id and not the card number. */
function provenAnswer(areq: Json, cavv: Buffer): Json {
  const authenticationValue = cavv.toString('base64');
  const proof = { transStatus: 'Y', eci: '05', authenticationValue };
  return { messageType: 'ARes', ...idsOf(areq), acsTransID: areq['acctNumber'], ...proof };
}

export async function openListeningDirectory(): Promise<ListeningDirectory> {
  const requests: Json[] = [];
  const answers: Json[] = [];
  const cavvs: Buffer[] = [];
  const { promise: target, resolve: leadTo } = Promise.withResolvers<string>();
  const passOn = async (response: ServerResponse, path: string, body: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const passed = await fetch(`${await target}${path}`, { method: 'POST', headers, body });
    const text = await passed.text();
    if (text.includes('"ARes"')) answers.push(JSON.parse(text) as Json);
    response.writeHead(passed.status, headers).end(text);
  };
  const server = await openLoopback();
  server.behave = (request, response, text) => {
    const message = JSON.parse(text) as Json;
    if (message['messageType'] === 'AReq') requests.push(message);
    const { acctNumber } = message as { acctNumber?: string };
    const path = acctNumber?.slice(8, 10) ?? '';
    const echo = echoes[path];
    if (echo) return echo(response, message, text);
    if (path !== WITH_PROOF) {
      passOn(response, request.url ?? '', text).catch(() => response.destroy());
      return;
    }
    const cavv = randomBytes(20);
    cavvs.push(cavv);
    json(response, 200, provenAnswer(message, cavv));
  };
  return {
    url: `${server.url}/{organization}`,
    requests,
    answers,
    cavvs,
    leadTo,
    close: () => server.close(),
  };
}
