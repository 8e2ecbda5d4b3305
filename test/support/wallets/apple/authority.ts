// A wallet with a root, an authority and two certificates that sign tokens, as Apple has them.
import { extensions, issue, newRsaKey, type CertificatePlan, type Holder } from './certificates.ts';

export interface Wallet {
  readonly root: Holder;
  readonly authority: Holder;
  /** Signs EC_v1. */
  readonly ecSigner: Holder;
  /** Signs RSA_v1. */
  readonly rsaSigner: Holder;
}

/** What is different from a proper wallet. */
export interface WalletPlan {
  readonly root?: Partial<CertificatePlan>;
  readonly authority?: Partial<CertificatePlan>;
  readonly signer?: Partial<CertificatePlan>;
}

const { isAuthority, isNoAuthority, signs, issues, signerMark, authorityMark } = extensions;

let rsaKey: ReturnType<typeof newRsaKey> | undefined;

export function openWallet(plan: WalletPlan = {}): Wallet {
  const root = issue({
    name: 'Test Root',
    issuer: null,
    extensions: [isAuthority, issues],
    ...plan.root,
  });
  const authority = issue({
    name: 'Test Authority',
    issuer: root,
    extensions: [isAuthority, issues, authorityMark],
    ...plan.authority,
  });
  const signer = {
    issuer: authority,
    extensions: [isNoAuthority, signs, signerMark],
    ...plan.signer,
  };
  return {
    root,
    authority,
    ecSigner: issue({ name: 'Test EC Signer', serial: 1, ...signer }),
    rsaSigner: issue({
      name: 'Test RSA Signer',
      serial: 2,
      key: (rsaKey ??= newRsaKey()),
      ...signer,
    }),
  };
}
