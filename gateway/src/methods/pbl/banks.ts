// The banks that a customer can pay from by transfer, as listed by the intermediary.

export interface Bank {
  readonly provider: 'BM' | 'PA';
  readonly bank: string;
  readonly bankId: number;
  readonly name: string;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

const limits = { provider: 'BM', minMinor: 1n, maxMinor: 10_000_000n } as const;

/** PLN only. */
export const banks: readonly Bank[] = [
  { ...limits, bank: 'MBANK', bankId: 18, name: 'mBank' },
  { ...limits, bank: 'PKO', bankId: 1063, name: 'PKO Bank Polski' },
  { ...limits, bank: 'PEKAO', bankId: 1036, name: 'Bank Pekao' },
  { ...limits, bank: 'SANTANDER', bankId: 1064, name: 'Santander' },
  { ...limits, bank: 'ING', bankId: 68, name: 'ING Bank Śląski' },
  { ...limits, bank: 'MILLENNIUM', bankId: 85, name: 'Bank Millennium' },
  { ...limits, bank: 'ALIOR', bankId: 1506, name: 'Alior Bank' },
  { ...limits, bank: 'BNP', bankId: 92, name: 'BNP Paribas' },
];
