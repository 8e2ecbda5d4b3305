// Attacks on the form of a compact JWE and on its encrypted parts: encoding, lengths, exchanged and
// changed parts, and contents that are no card data.
import { deflateRawSync } from 'node:zlib';
import { CARD_NUMBER, type Attack, type AttackTarget } from './attack.ts';
import {
  base64url,
  buildJwe,
  buildSegments,
  withLeftover,
  type JwePlan,
  type Segments,
} from './build-jwe.ts';

type Row = [why: string, jwe: string];

export function formAttacks(target: AttackTarget): Attack[] {
  return [
    ...textRows(target).map(([why, jwe]) => ({ why, jwe })),
    ...lengthRows(target).map(([why, jwe]) => ({ why, jwe })),
    ...[...changedRows(target), ...contentRows(target)].map(([why, jwe]) => ({
      why,
      jwe,
      needsKey: true as const,
    })),
  ];
}

function build({ key, nowSeconds: iat }: AttackTarget, plan: JwePlan = {}): Segments {
  return buildSegments(key, CARD_NUMBER, { ...plan, header: { iat, ...plan.header } });
}

function textRows(target: AttackTarget): Row[] {
  const parts = build(target);
  const good = parts.join('.');
  const [head, , iv, ciphertext, tag] = parts;
  const json = { protected: head, iv, ciphertext, tag };
  return [
    ['is only a dot', '.'],
    ['has five empty parts', '....'],
    ['is a card number', CARD_NUMBER],
    ['is text', 'encrypted'],
    ['has four parts', parts.slice(1).join('.')],
    ['has three parts, like a JWS', [head, iv, tag].join('.')],
    ['has six parts', `${good}.AA`],
    ['ends with a dot', `${good}.`],
    ['has an encrypted key', [head, base64url(Buffer.alloc(32)), iv, ciphertext, tag].join('.')],
    ['is in the JSON serialization', JSON.stringify(json)],
    ['is base64url once more', base64url(good)],
    ['has a padded header', [`${head}=`, '', iv, ciphertext, tag].join('.')],
    ['has a padded tag', `${good}==`],
    ['ends with a line break', `${good}\n`],
    ['begins with a space', ` ${good}`],
    ['has a space inside', good.replace('..', '. .')],
    ['has a tab inside', good.replace(iv, `${iv.slice(0, 8)}\t${iv.slice(8)}`)],
    ['has a character of plain base64', good.replace(iv, `+${iv.slice(1)}`)],
    ['has a character outside ASCII', good.replace(iv, `ą${iv.slice(1)}`)],
    ['has leftover bits in its tag', parts.with(4, withLeftover(tag)).join('.')],
    ['has its parts in reverse order', parts.toReversed().join('.')],
    ['has nonce and tag exchanged', [head, '', tag, ciphertext, iv].join('.')],
    ['is there twice', good + good],
  ];
}

function lengthRows(target: AttackTarget): Row[] {
  const { key, nowSeconds: iat } = target;
  const parts = build(target);
  const tag = Buffer.from(parts[4], 'base64url');
  const tagged = (bytes: Buffer) => parts.with(4, base64url(bytes)).join('.');
  const withNonce = (size: number) => build(target, { iv: Buffer.alloc(size, 7) }).join('.');
  const plain = (text: string) => buildJwe(key, text, { header: { iat } });
  const space = (count: number) => (header: object) =>
    JSON.stringify(header).replace('{', `{${' '.repeat(count)}`);
  return [
    ['has no nonce', parts.with(2, '').join('.')],
    ['has a nonce of 11 bytes', withNonce(11)],
    ['has a nonce of 13 bytes', withNonce(13)],
    ['has a nonce of 16 bytes', withNonce(16)],
    ['has no tag', parts.with(4, '').join('.')],
    ['has a tag of 4 bytes', tagged(tag.subarray(0, 4))],
    ['has a tag of 12 bytes', tagged(tag.subarray(0, 12))],
    ['has a tag of 15 bytes', tagged(tag.subarray(0, 15))],
    ['has a tag of 17 bytes', tagged(Buffer.concat([tag, Buffer.of(0)]))],
    ['has no ciphertext', plain('')],
    ['has a ciphertext of 65 bytes', plain('4'.repeat(65))],
    ['has a ciphertext of a kilobyte', plain('4'.repeat(1000))],
    ['has a header of a kilobyte', build(target, { write: space(800) }).join('.')],
    ['has a header of ten kilobytes', build(target, { write: space(10_000) }).join('.')],
  ];
}

function changedRows(target: AttackTarget): Row[] {
  const parts = build(target);
  const otherParts = build(target);
  const flip = (part: 2 | 3 | 4, at: number): string => {
    const bytes = Buffer.from(parts[part], 'base64url');
    const index = at < 0 ? bytes.length + at : at;
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    return parts.with(part, base64url(bytes)).join('.');
  };
  const header = JSON.parse(Buffer.from(parts[0], 'base64url').toString()) as { iat: number };
  const rewritten = (text: string) => parts.with(0, base64url(text)).join('.');
  const shorter = Buffer.from(parts[3], 'base64url').subarray(0, -1);
  return [
    ['has a changed first bit of the nonce', flip(2, 0)],
    ['has a changed last bit of the nonce', flip(2, -1)],
    ['has a changed first byte of the ciphertext', flip(3, 0)],
    ['has a changed last byte of the ciphertext', flip(3, -1)],
    ['has a changed first byte of the tag', flip(4, 0)],
    ['has a changed last byte of the tag', flip(4, -1)],
    ['has a tag of zeros', parts.with(4, base64url(Buffer.alloc(16))).join('.')],
    ['has a shorter ciphertext', parts.with(3, base64url(shorter)).join('.')],
    ['has the nonce of another one', parts.with(2, otherParts[2]).join('.')],
    ['has the ciphertext of another one', parts.with(3, otherParts[3]).join('.')],
    ['has the tag of another one', parts.with(4, otherParts[4]).join('.')],
    ['has the header of another one', parts.with(0, otherParts[0]).join('.')],
    ['has a header with a space added', rewritten(` ${JSON.stringify(header)}`)],
    [
      'has a header with a later iat',
      rewritten(JSON.stringify({ ...header, iat: header.iat + 1 })),
    ],
    ['has a header with apu added', rewritten(JSON.stringify({ ...header, apu: 'QQ' }))],
  ];
}

function contentRows({ key, nowSeconds: iat }: AttackTarget): Row[] {
  const inside = (plain: string | Buffer) => buildJwe(key, plain, { header: { iat } });
  return [
    ['contains a line break', inside(`${CARD_NUMBER}\n`)],
    ['contains a NUL', inside(`${CARD_NUMBER}\0`)],
    ['contains bytes that are not UTF-8', inside(Buffer.of(0xff, 0xfe, 0x34))],
    ['contains letters outside ASCII', inside('karta ążź')],
    ['contains compressed data', inside(deflateRawSync(CARD_NUMBER))],
  ];
}
