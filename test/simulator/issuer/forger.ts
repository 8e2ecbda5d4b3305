// An attacker who sends forged results: without the right key, with the ids of another transaction,
// or malformed. None of them may have an effect.

import type { Chance } from '../world/chance.ts';
import { short } from '../world/network.ts';
import type { Reply } from '../client/call.ts';
import { keyOf, rreqOf } from './acs.ts';
import { eciFor, type Book, type IssuerCase } from './book.ts';
import type { Fields, Notifications } from './notifications.ts';
import type { Plans } from './plans.ts';

export interface ForgerParts {
  readonly chance: Chance;
  readonly book: Book;
  readonly plans: Plans;
  readonly notifications: Notifications;
  readonly trace: (line: string) => void;
  readonly count: (what: string) => void;
  /** A node has answered a forged result. */
  readonly onForged: (lie: string, reply: Reply) => void;
}

interface ForgedResult {
  readonly name: string;
  readonly body: Fields;
  readonly key: string | undefined;
}

const LIES = 2;

export function createForger(parts: ForgerParts): (made: IssuerCase) => void {
  const { chance, plans, notifications, trace, count, onForged } = parts;
  const tell = async (issuerCase: IssuerCase): Promise<void> => {
    const lie = draw(parts, issuerCase);
    const heard = await notifications.bring(lie.body, lie.key);
    if (!heard) return;
    const { status, code, body } = heard.reply;
    const told = `${lie.name} about 3ds ${short(issuerCase.areq.threeDSServerTransID)}`;
    trace(`forged: ${told}: ${String(status)} ${code ?? body['messageType'] ?? ''}`);
    count('forged');
    onForged(told, heard.reply);
  };
  return (issuerCase) => {
    for (let lies = 0; lies < LIES; lies += 1) {
      const waitMs = chance.percent(70) ? chance.between(1, 2_000) : chance.between(1, 60_000);
      plans.after(waitMs, () => tell(issuerCase));
    }
  };
}

/** The attacker's claim never matches the issuer's: its proof is invented. */
function claim({ chance }: ForgerParts, issuerCase: IssuerCase): Fields {
  const transStatus = chance.pick(['Y', 'Y', 'N'] as const);
  const eci = eciFor(issuerCase.organization, transStatus);
  const authenticationValue = Buffer.from(chance.bytes(20)).toString('base64');
  const proof = transStatus === 'Y' ? { authenticationValue } : {};
  return { ...rreqOf({ ...issuerCase, final: undefined }), transStatus, eci, ...proof };
}

function draw(parts: ForgerParts, issuerCase: IssuerCase): ForgedResult {
  const { chance, book } = parts;
  const body = claim(parts, issuerCase);
  const key = keyOf(issuerCase);
  const others = book.cases.filter(
    ({ areq }) => areq.threeDSServerTransID !== issuerCase.areq.threeDSServerTransID,
  );
  const otherCase = others.length === 0 ? undefined : chance.pick(others);
  const strange = otherCase ?? {
    acsTransId: issuerCase.dsTransId,
    dsTransId: issuerCase.acsTransId,
  };
  const lies: readonly ForgedResult[] = [
    { name: 'no key', body, key: undefined },
    { name: 'a made-up key', body, key: Buffer.from(chance.bytes(32)).toString('hex') },
    { name: 'the key of another', body, key: otherCase ? keyOf(otherCase) : '' },
    {
      name: 'the ids of another',
      body: { ...body, acsTransID: strange.acsTransId, dsTransID: strange.dsTransId },
      key,
    },
    { name: 'a wrong directory id', body: { ...body, dsTransID: issuerCase.acsTransId }, key },
    { name: 'a wrong ACS id', body: { ...body, acsTransID: issuerCase.dsTransId }, key },
    { name: 'a strange SDK', body: { ...body, sdkTransID: issuerCase.dsTransId }, key },
    { name: 'another version', body: { ...body, messageVersion: otherVersion(issuerCase) }, key },
    { name: 'no end', body: { ...body, transStatus: 'C' }, key },
    { name: 'no proof', body: { ...body, transStatus: 'Y', authenticationValue: undefined }, key },
  ];
  return chance.pick(lies);
}

function otherVersion({ areq }: IssuerCase): string {
  return areq.messageVersion === '2.2.0' ? '2.1.0' : '2.2.0';
}
