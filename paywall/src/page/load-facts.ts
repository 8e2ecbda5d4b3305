// Reads what the page shows of an open payment. The server and the browser pass their own way to
// call the merchant API.

import { pageMethods } from './methods/registry.ts';
import { entryOf, type Facts, type MethodEntry, type PaymentRecord } from './state.ts';
import { isForm } from './view-of.ts';

export interface ReadAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** GET of a path after /v1/ecommerce, with the CLIENT token of the payment. */
type Read = (path: string) => Promise<ReadAnswer>;

export const isGood = ({ status }: ReadAnswer): boolean => status >= 200 && status < 300;

type Choices = Pick<Facts, 'methods' | 'details'>;

/** The payment, and what there is to choose from if it was read. */
type Loaded = Pick<Facts, 'path' | 'payment'> & Partial<Choices>;

export const noChoices: Choices = { methods: [], details: {} };

/** Null when it cannot be read. `path` is `/payment/{id}` or `/tokenizer/{id}`. */
export async function loadFacts(read: Read, path: string): Promise<Loaded | null> {
  const record = await read(path);
  if (!isGood(record)) return null;
  if (isSavingPath(path)) return savingFacts(path, record.body as TokenizationRecord);
  const payment = record.body as PaymentRecord;
  return { path, payment, ...(await loadChoices(read, path, payment)) };
}

export const isSavingPath = (path: string): boolean => path.startsWith('/tokenizer/');

/** The answer of GET …/tokenizer/{tokenizerId}, as far as the page uses it. */
type TokenizationRecord = Pick<
  PaymentRecord,
  'dataRequest' | 'acsData' | 'rejectCode' | 'returnURL'
> & {
  readonly tokenizerId: string;
  readonly status: PaymentRecord['status'] | 'DISCARDED';
  readonly validUntil?: string;
};

/** An instrument that is saved without a payment appears as a payment of nothing. */
function savingFacts(path: string, record: TokenizationRecord): Loaded {
  const { tokenizerId, status, validUntil, ...rest } = record;
  const { name: method } = pageMethods.find(({ isSavable }) => isSavable) ?? { name: '' };
  const payment: PaymentRecord = {
    ...rest,
    paymentId: tokenizerId,
    status: status === 'DISCARDED' ? 'COMPLETED' : status,
    method,
    channel: 'PAYWALL',
    transKind: 'VERIFICATION',
    order: { amount: 0, currency: 'EUR' },
    validUntil: validUntil ?? FOREVER,
  };
  const methods: MethodEntry[] = [{ method, status: 'ENABLED' }];
  return { path, payment, methods };
}

const FOREVER = '9999-12-31T00:00:00.000Z';

/** What the customer can choose from; nothing while there is nothing to choose. */
async function loadChoices(
  read: Read,
  path: string,
  payment: PaymentRecord,
): Promise<Partial<Choices>> {
  if (!isForm(payment)) return {};
  const answer = await read(`${path}/methods`);
  if (!isGood(answer)) return {};
  const { methods = [] } = answer.body as { readonly methods?: readonly MethodEntry[] };
  return { methods, details: await loadDetails(read, path, methods) };
}

async function loadDetails(
  read: Read,
  path: string,
  methods: readonly MethodEntry[],
): Promise<Facts['details']> {
  const rows = await Promise.all(
    pageMethods.map(async ({ name, detailsPath }) => {
      const isOffered = entryOf({ methods }, name)?.status === 'ENABLED';
      if (detailsPath === undefined || !isOffered) return [];
      const answer = await read(detailsPath(path));
      return isGood(answer) ? [[name, answer.body] as const] : [];
    }),
  );
  return Object.fromEntries(rows.flat());
}
