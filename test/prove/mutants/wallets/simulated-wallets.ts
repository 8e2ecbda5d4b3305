// Planted bugs in the simulated wallets and in what the acquirer checks of their device numbers.
import type { Mutant } from '../../mutant.ts';

const devices = [{ file: 'sandbox/src/wallets/devices/devices.test.ts' }];
const acquirer = [{ file: 'sandbox/src/acquirer/device-number.test.ts' }];
const trust = [{ file: 'sandbox/src/wallets/trust/trust.test.ts' }];

export const simulatedWalletMutants: readonly Mutant[] = [
  {
    name: 'device-cryptogram-pays-twice',
    file: 'sandbox/src/wallets/devices/devices.ts',
    search: '(row.usedBy === null || row.usedBy === use.attemptId) &&',
    replace: '',
    caughtBy: devices,
  },
  {
    name: 'device-cryptogram-fits-every-merchant',
    file: 'sandbox/src/wallets/devices/devices.ts',
    search: 'row.merchantId === use.merchantId &&',
    replace: '',
    caughtBy: devices,
  },
  {
    name: 'device-number-is-accepted-as-a-card',
    file: 'sandbox/src/acquirer/network-token.ts',
    search: 'isTokenNumber(cardNumber) || isDeviceNumber(cardNumber)',
    replace: 'isTokenNumber(cardNumber)',
    caughtBy: acquirer,
  },
  {
    name: 'device-needs-no-cryptogram-to-be-confirmed',
    file: 'sandbox/src/acquirer/triggers/choose-behaviour.ts',
    search: 'if (isConfirmedOnDevice !== true) return undefined;',
    replace: '',
    caughtBy: acquirer,
  },
  {
    name: 'certificate-request-needs-no-signature',
    file: 'sandbox/src/wallets/trust/certificate-request.ts',
    search: 'const isSigned = verify(hash, request.tbsView, publicKey, signature);',
    replace: 'const isSigned = signature.length > 0;',
    caughtBy: trust,
  },
  {
    name: 'session-with-another-key',
    file: 'sandbox/src/wallets/trust/session.ts',
    search: 'certificate.publicKey.equals(createPublicKey(order.privateKey)) &&',
    replace: '',
    caughtBy: trust,
  },
];
