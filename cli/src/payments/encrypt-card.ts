// Encrypts the card of `bramka pay --encrypt` with the file that browsers load, to the key of the
// gateway.

import { Failure } from '../failure.ts';

export interface PlainCard {
  readonly instrumentNo: string;
  readonly expDate: string;
  readonly cvv: string;
}

interface BrowserHelper {
  readonly createCardEncryptor: (source: string) => {
    readonly encrypt: (card: PlainCard) => Promise<object>;
  };
}

const helper = new URL('../../../client/browser/encrypt-card.js', import.meta.url);

/** The fields encInstrumentNo, encExpDate and encCvv. */
export async function encryptCard(gatewayUrl: string, card: PlainCard): Promise<object> {
  const { createCardEncryptor } = (await import(helper.href)) as BrowserHelper;
  try {
    return await createCardEncryptor(`${gatewayUrl}/v1/ecommerce/keys`).encrypt(card);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(`the card cannot be encrypted: ${why}`);
  }
}
