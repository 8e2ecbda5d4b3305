// The messages of EMV 3-D Secure 2 about card ranges, with their protocol field names.

import type { ProtocolVersion } from '../../cards/protocol-version.ts';
import type { ServerIds } from '../messages/message.ts';

/** Server to directory server: requests all card ranges, or the changes since a serial number. */
export interface PReq extends ServerIds {
  readonly messageType: 'PReq';
  readonly messageVersion: ProtocolVersion;
  readonly threeDSServerTransID: string;
  readonly serialNum?: string;
}

export interface CardRangeData {
  readonly startRange: string;
  readonly endRange: string;
  /** A add, M modify, D delete; absent in a full list. */
  readonly actionInd?: 'A' | 'M' | 'D';
  readonly acsStartProtocolVersion: string;
  readonly acsEndProtocolVersion: string;
  readonly dsStartProtocolVersion?: string;
  readonly dsEndProtocolVersion?: string;
  readonly threeDSMethodURL?: string;
  /** 01 authentication, 02 attempts by the directory server, 03 decoupled. */
  readonly acsInfoInd?: readonly string[];
}

export interface PRes {
  readonly messageType: 'PRes';
  readonly messageVersion: string;
  readonly threeDSServerTransID: string;
  readonly dsTransID: string;
  readonly dsStartProtocolVersion: string;
  readonly dsEndProtocolVersion: string;
  readonly serialNum?: string;
  readonly cardRangeData?: readonly CardRangeData[];
}
