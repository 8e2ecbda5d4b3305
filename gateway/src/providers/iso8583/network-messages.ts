// Messages of a connection itself (0800): sign-on, sign-off and echo test, in field 70 of :1987 or
// field 24 of :1993, and the answers to those of the host.

import type { Clock } from '../../core/clock.ts';
import { isoTime } from '../../core/clock.ts';
import type { Version } from './codec/field-tables.ts';
import type { IsoMessage } from './codec/iso-message.ts';
import { answerType } from './wire/link.ts';
import type { NetworkMessages } from './wire/lines.ts';

const codes = {
  '1987': { field: 70, signOn: '001', signOff: '002', echo: '301', approved: '00' },
  '1993': { field: 24, signOn: '801', signOff: '802', echo: '831', approved: '800' },
} as const;

const STANS = 1_000_000;

export function networkMessages(version: Version, clock: Pick<Clock, 'now'>): NetworkMessages {
  const { field, signOn, signOff, echo, approved } = codes[version];
  const type = version === '1987' ? '0800' : '1800';
  // Only requests that are under way at once must differ.
  let last = 0;
  const message = (code: string): IsoMessage => {
    last = (last % (STANS - 1)) + 1;
    const at = isoTime(clock.now()).replace(/\D/g, '');
    const local: [number, string][] = version === '1987' ? [] : [[12, at.slice(2, 14)]];
    const stan = String(last).padStart(6, '0');
    return { type, fields: new Map([[7, at.slice(4, 14)], [11, stan], ...local, [field, code]]) };
  };
  const accepted: readonly string[] = ['00', '000', approved];
  return {
    signOn: () => message(signOn),
    signOff: () => message(signOff),
    echo: () => message(echo),
    isApproved: ({ fields }) => accepted.includes(fields.get(39) ?? ''),
    answer: (request) =>
      request.type === type
        ? { type: answerType(type), fields: new Map([...request.fields, [39, approved]]) }
        : undefined,
  };
}
