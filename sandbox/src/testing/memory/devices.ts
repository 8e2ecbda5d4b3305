// The read queries of device numbers and their cryptograms, in memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { DeviceStore } from '../../wallets/devices/devices.store.ts';
import { cryptogramTable, deviceTable } from '../../wallets/devices/rows.ts';
import type { CryptogramRow, DeviceRow } from '../../wallets/devices/rows.ts';

export function memoryDeviceStore(memory: Memory): DeviceStore {
  const device = (isMeant: (row: DeviceRow) => boolean) =>
    Promise.resolve(memory.rows<DeviceRow>(deviceTable).find(isMeant));
  return {
    ofNumber: (hash) => device((row) => row.numberHash === hash),
    ofCard: (hash) => device((row) => row.cardHash === hash),
    cryptogram: (hash) =>
      Promise.resolve(
        memory
          .rows<CryptogramRow>(cryptogramTable)
          .find(({ cryptogramHash }) => cryptogramHash === hash),
      ),
  };
}
