// The wallet of the sandbox: a window of our own origin that answers with a token.

import type { OpenState, WalletAnswer } from './wallet-answer.ts';

const SHEET = '/sandbox/wallets/sheet';
const LOOK_MS = 300;

/** Must be called directly in the click: browsers block other windows. */
export function openSheet({ facts, link }: OpenState, type: string): Promise<WalletAnswer> {
  const { amount, currency } = facts.payment.order;
  const { origin } = window.location;
  const [merchantId = ''] = link.split('/');
  const shop = facts.look.name;
  const query = { type, merchantId, shop, amount: String(amount), currency, origin };
  const address = `${SHEET}?${new URLSearchParams(query).toString()}`;
  const sheet = window.open(address, 'wallet', 'popup,width=480,height=760');
  if (!sheet) return Promise.resolve({ kind: 'blocked' });
  return new Promise((resolve) => {
    const end = (answer: WalletAnswer): void => {
      window.clearInterval(timer);
      window.removeEventListener('message', listen);
      resolve(answer);
    };
    const listen = (event: MessageEvent): void => {
      if (event.origin !== origin || event.source !== sheet) return;
      const data = event.data as { wallet?: string; status?: string; token?: string } | null;
      if (data?.wallet !== type) return;
      const { status, token = '' } = data;
      end(status === 'CONFIRMED' ? { kind: 'token', token } : { kind: 'closed' });
    };
    window.addEventListener('message', listen);
    // The message of a window that has just closed may still arrive.
    const timer = window.setInterval(() => {
      if (sheet.closed) window.setTimeout(end, LOOK_MS, { kind: 'closed' });
    }, LOOK_MS);
  });
}
