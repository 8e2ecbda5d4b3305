// The read queries of device numbers and their cryptograms.

import { selectList, type Table } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import { cryptogramTable, deviceTable, type CryptogramRow, type DeviceRow } from './rows.ts';

const rows = (of: Table): string => `select ${selectList(of)} from ${of.name}`;
const named = (name: string, text: string) => statement(`sandbox.wallets.${name}`, text);

const ofNumber = named('of-number', `${rows(deviceTable)} where number_hash = $1`);
const ofCard = named('of-card', `${rows(deviceTable)} where card_hash = $1`);
const cryptogram = named('cryptogram', `${rows(cryptogramTable)} where cryptogram_hash = $1`);

export type DeviceStore = ReturnType<typeof sqlDeviceStore>;

export function sqlDeviceStore(on: Queryable) {
  return {
    ofNumber: async (hash: string) => (await on.run<DeviceRow>(ofNumber, [hash]))[0],
    ofCard: async (hash: string) => (await on.run<DeviceRow>(ofCard, [hash]))[0],
    cryptogram: async (hash: string) => (await on.run<CryptogramRow>(cryptogram, [hash]))[0],
  };
}
