// Response codes (field 39) of ISO 8583:1987 and action codes of :1993 as outcomes. Every code of
// the standards that can answer a payment is listed; any other one is a decline without a reason.
// The original code is kept with the attempt.

import type { Declined } from '../outcome.ts';
import type { RejectCode } from '../reject-codes.ts';
import type { Version } from './codec/field-tables.ts';

interface ResponseTable {
  readonly approved: readonly string[];
  /**
   * Codes that do not say whether the operation happened: a smaller amount, still in progress, an
   * answer that came too late, a duplicate. An authorization is then reversed, anything else is
   * sent again.
   */
  readonly unclear: readonly string[];
  readonly declined: Partial<Record<RejectCode, readonly string[]>>;
  /** Declines after which another provider may approve. */
  readonly elsewhere: readonly string[];
  /** The host does not have the operation that the request refers to. */
  readonly notLocated: readonly string[];
}

const tables: Readonly<Record<Version, ResponseTable>> = {
  '1987': {
    // 08 with identification, 11 VIP, 16 update of track 3.
    approved: ['00', '08', '11', '16'],
    // 09 in progress, 10 and 32 a part, 68 too late, 94 duplicate.
    unclear: ['09', '10', '32', '68', '94'],
    declined: {
      DO_NOT_HONOR: ['01', '02', '05', '18', '21', '22', '23', '44', '55', '60', '93'],
      INSUFFICIENT_FUNDS: ['51'],
      EXPIRED_CARD: ['33', '54'],
      LOST_CARD: ['41'],
      STOLEN_CARD: ['43'],
      LIMIT_EXCEEDED: ['61', '65'],
      // Not of the standard, but common for a wrong security code.
      INVALID_CVV: ['82', 'N7'],
      INVALID_CARD: ['14', '15', '56'],
      CARD_RESTRICTED: ['36', '38', '39', '42', '52', '53', '57', '58', '62', '75'],
      SUSPECTED_FRAUD: ['04', '07', '34', '35', '37', '59', '63', '66', '67'],
      ISSUER_UNAVAILABLE: ['31', '90', '91', '92'],
      // Of Visa: strong authentication is required.
      SCA_REQUIRED: ['1A'],
      AMOUNT_OUT_OF_RANGE: ['13', '64'],
      CANCELLED_BY_CUSTOMER: ['17'],
      SYSTEM_ERROR: [
        ...['03', '06', '12', '19', '20', '24', '25', '26', '27', '28', '29', '30', '40', '95'],
        '96',
      ],
    },
    elsewhere: [
      '03', // this acquirer does not know our merchant id
      '31', // this switch does not reach the issuer
      '40', // this host lacks the function
      '58', // not permitted to this terminal
      '90', // this host is closing its day
      '91', // the issuer or the switch is down
      '92', // this switch finds no route
      '96', // this host has a malfunction
      // Not 57 (not permitted to the cardholder) or 62: the issuer decided about the card.
    ],
    notLocated: ['25'],
  },
  '1993': {
    // 400 a reversal, 800 a message of the connection, 901 an advice with liability.
    approved: ['000', '001', '003', '004', '005', '007', '400', '800', '901'],
    // 002 and 006 a part, 911 the issuer timed out, 913 duplicate, 923 in progress.
    unclear: ['002', '006', '911', '913', '923'],
    declined: {
      DO_NOT_HONOR: [
        ...['100', '103', '105', '107', '108', '112', '113', '117', '124', '126', '127', '128'],
        ...['200', '203', '205', '207', '900', '950'],
      ],
      INSUFFICIENT_FUNDS: ['116'],
      EXPIRED_CARD: ['101', '201'],
      LOST_CARD: ['208'],
      STOLEN_CARD: ['209'],
      LIMIT_EXCEEDED: ['121', '123'],
      INVALID_CARD: ['111', '118'],
      CARD_RESTRICTED: ['104', '106', '114', '119', '120', '125', '204', '206'],
      SUSPECTED_FRAUD: ['102', '122', '129', '202', '210'],
      ISSUER_UNAVAILABLE: ['905', '906', '907', '908', '910', '912'],
      AMOUNT_OUT_OF_RANGE: ['110'],
      SYSTEM_ERROR: [
        ...['109', '115', '902', '903', '904', '909', '914', '915', '916', '917', '918', '919'],
        ...['920', '921', '922'],
      ],
    },
    elsewhere: [
      '109', // this acquirer does not know our merchant id
      '115', // this host lacks the function
      '120', // not permitted to this terminal
      '905', // this switch does not support the acquirer
      '906', // this host is closing its day
      '907', // the issuer or the switch is down
      '908', // this switch finds no route
      '909', // this host has a malfunction
      '910', // the issuer has signed off at this switch
      '912', // the issuer is unavailable
      // Not 119 (not permitted to the cardholder): the issuer decided about the card.
    ],
    notLocated: ['914'],
  },
};

/** What the code of an answer says. */
export function readResponse(version: Version, code: string): 'approved' | 'unclear' | Declined {
  const { approved, unclear, declined, elsewhere } = tables[version];
  if (approved.includes(code)) return 'approved';
  if (unclear.includes(code)) return 'unclear';
  const rows = Object.entries(declined) as [RejectCode, readonly string[]][];
  const [rejectCode] = rows.find(([, codes]) => codes.includes(code)) ?? ['DO_NOT_HONOR' as const];
  const kept = { kind: 'declined', rejectCode, reference: null, providerCode: code } as const;
  return elsewhere.includes(code) ? { ...kept, mayTryElsewhere: true } : kept;
}

export function isNotLocated(version: Version, code: string): boolean {
  return tables[version].notLocated.includes(code);
}
