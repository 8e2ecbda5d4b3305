// Planted bugs in the keys and certificates of wallets.
import type { Mutant } from '../../mutant.ts';

const folder = 'gateway/src/wallets/credentials';
const managed = (name: string) => [{ file: `${folder}/administer.test.ts`, name }];
const read = (name: string) => [{ file: `${folder}/wallet-keys.test.ts`, name }];
const watched = (name: string) => [{ file: `${folder}/watch-expiry.test.ts`, name }];

export const credentialMutants: readonly Mutant[] = [
  {
    name: 'credential-key-not-bound-to-its-merchant',
    file: `${folder}/private-key.ts`,
    search: "credentialBinding([credentialId, kind, merchantId ?? '', hash])",
    replace: "credentialBinding([credentialId, kind, '', hash])",
    caughtBy: read('a tampered row is left out and logged'),
  },
  {
    name: 'credential-certificate-of-another-key',
    file: `${folder}/administer.ts`,
    search: 'if (!hashOf(publicBytes(certificate.publicKey)).equals(publicKeyHash))',
    replace: 'if (publicKeyHash.length === 0)',
    caughtBy: managed('refuses to install certificates that do not fit'),
  },
  {
    name: 'credential-key-with-inconsistent-parts',
    file: `${folder}/private-key.ts`,
    search: 'return verify(',
    replace: 'return probe.length > 0 || verify(',
    caughtBy: managed('refuses a key whose public part is that of another key'),
  },
  {
    name: 'credential-of-a-sandbox-by-issuer',
    file: `${folder}/certificate.ts`,
    search: "[...namesOf(certificate, 'O'), ...listOf(issuer, 'O')]",
    replace: "[...namesOf(certificate, 'O'), ...listOf(issuer, 'CN')]",
    caughtBy: managed('production refuses certificates of a sandbox'),
  },
  {
    name: 'credential-usable-when-it-expires',
    file: `${folder}/wallet-keys.ts`,
    search: 'expiresAt === null || expiresAt > now',
    replace: 'expiresAt === null || expiresAt >= now',
    caughtBy: read('a key is usable until the moment its certificate expires'),
  },
  {
    name: 'credential-absence-is-cached',
    file: `${folder}/wallet-keys.ts`,
    search: 'loaded.length === 0 ? drop() : undefined',
    replace: 'loaded.length < 0 ? drop() : undefined',
    caughtBy: read('another node notices new and removed credentials'),
  },
  {
    name: 'credential-expires-soon-a-moment-late',
    file: `${folder}/credential.store.ts`,
    search: 'c.expires_at > $2::timestamptz',
    replace: 'c.expires_at >= $2::timestamptz',
    caughtBy: watched('a certificate expires soon in its last 30 days'),
  },
  {
    name: 'credential-warned-about-by-every-run',
    file: `${folder}/credential.store.ts`,
    search: 'w.warned_at <= $4',
    replace: 'w.warned_at <= $4 or true',
    caughtBy: watched('warns once a day for each credential'),
  },
];
