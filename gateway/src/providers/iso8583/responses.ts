// Response codes (field 39) of ISO 8583:1987 and action codes of :1993 as outcomes. A code that is
// not listed is a decline without a reason; the original code is kept with the attempt. Codes that
// do not say whether the operation happened are unknown: it is reversed until the host confirms.

import type { Declined } from '../outcome.ts';
import type { RejectCode } from '../reject-codes.ts';
import type { Version } from './codec/field-tables.ts';

interface ResponseTable {
  readonly approved: readonly string[];
  /** A smaller amount, a request in progress, an answer that came too late, a duplicate. */
  readonly unclear: readonly string[];
  readonly declined: Partial<Record<RejectCode, readonly string[]>>;
  /** The issuer or a switch was not reached, or this is not permitted here. */
  readonly elsewhere: readonly string[];
}

const tables: Readonly<Record<Version, ResponseTable>> = {
  '1987': {
    approved: ['00', '08', '11', '16'],
    unclear: ['09', '10', '68', '94'],
    declined: {
      INSUFFICIENT_FUNDS: ['51'],
      EXPIRED_CARD: ['33', '54'],
      LOST_CARD: ['41'],
      STOLEN_CARD: ['43'],
      LIMIT_EXCEEDED: ['61', '65'],
      INVALID_CVV: ['82', 'N7'],
      INVALID_CARD: ['14', '15', '56'],
      CARD_RESTRICTED: ['36', '38', '39', '42', '52', '53', '57', '58', '62', '75'],
      SUSPECTED_FRAUD: ['04', '07', '34', '35', '37', '59', '63', '66', '67'],
      ISSUER_UNAVAILABLE: ['31', '90', '91', '92'],
      SCA_REQUIRED: ['1A'],
      AMOUNT_OUT_OF_RANGE: ['13', '64'],
      CANCELLED_BY_CUSTOMER: ['17'],
      SYSTEM_ERROR: ['03', '06', '12', '19', '20', '21', '25', '30', '40', '95', '96'],
    },
    elsewhere: ['03', '31', '40', '58', '90', '91', '92', '96'],
  },
  '1993': {
    approved: ['000', '001', '003', '005', '006'],
    unclear: ['002', '004', '911', '913', '923'],
    declined: {
      INSUFFICIENT_FUNDS: ['116'],
      EXPIRED_CARD: ['101', '201'],
      LOST_CARD: ['208'],
      STOLEN_CARD: ['209'],
      LIMIT_EXCEEDED: ['121', '123'],
      INVALID_CVV: ['122'],
      INVALID_CARD: ['111', '118', '125'],
      CARD_RESTRICTED: ['104', '105', '106', '114', '119', '120', '204', '205', '206'],
      SUSPECTED_FRAUD: ['102', '103', '129', '202', '203', '210'],
      ISSUER_UNAVAILABLE: ['905', '906', '907', '908', '912'],
      AMOUNT_OUT_OF_RANGE: ['110'],
      SYSTEM_ERROR: ['109', '115', '902', '903', '904', '909', '910', '914', '915', '920'],
    },
    elsewhere: ['109', '115', '120', '905', '906', '907', '908', '909', '912'],
  },
};

const DO_NOT_HONOR: RejectCode = 'DO_NOT_HONOR';

/** What the code of an answer says. */
export function readResponse(version: Version, code: string): 'approved' | 'unclear' | Declined {
  const { approved, unclear, declined, elsewhere } = tables[version];
  if (approved.includes(code)) return 'approved';
  if (unclear.includes(code)) return 'unclear';
  const rows = Object.entries(declined) as [RejectCode, readonly string[]][];
  const [rejectCode] = rows.find(([, codes]) => codes.includes(code)) ?? [DO_NOT_HONOR];
  const kept = { kind: 'declined', rejectCode, reference: null, providerCode: code } as const;
  return elsewhere.includes(code) ? { ...kept, mayTryElsewhere: true } : kept;
}
