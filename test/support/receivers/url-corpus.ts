// URLs of receivers with what becomes of them: the ways in which a URL can lead to a host that is
// not on the public internet, and some right ones.

export type UrlHandling =
  /** Refused when it is set. */
  | 'refused'
  /** Accepted when it is set; the name leads to an address that is refused when it is sent to. */
  | 'not sent'
  /** Accepted, and sent to if somebody answers there. */
  | 'sent';

export interface UrlRow {
  readonly url: string;
  readonly production: UrlHandling;
  readonly sandbox: UrlHandling;
}

/** What the names resolve to. */
export const corpusNames: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['198.41.0.4'],
  'six.example': ['2606:4700::1'],
  'loopback.example': ['127.0.0.1'],
  'loopback-six.example': ['::1'],
  'private.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'unspecified.example': ['0.0.0.0'],
  'mixed.example': ['198.41.0.4', '192.168.0.1'],
  'mixed-six.example': ['2606:4700::1', 'fd00::1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
};

// URL, verdict in production, verdict in the sandbox.
const table = `
  https://shop.example/notify                   | sent     | sent
  https://shop.example:443/                     | sent     | sent
  https://shop.example:1024/                    | sent     | sent
  https://shop.example:8443/                    | sent     | sent
  https://six.example/                          | sent     | sent
  https://198.41.0.4/                           | sent     | sent
  https://[2606:4700::1]/                       | sent     | sent
  HTTPS://SHOP.EXAMPLE/                         | sent     | sent
  https://shop.example./                        | sent     | sent
  http://shop.example/                          | refused  | sent
  https://shop.example:22/                      | refused  | sent
  https://shop.example:80/                      | refused  | sent
  https://shop.example:1023/                    | refused  | sent
  https://shop.example:0/                       | refused  | sent
  ftp://shop.example/                           | refused  | refused
  file:///etc/passwd                            | refused  | refused
  gopher://127.0.0.1:6379/                      | refused  | refused
  data:text/plain,x                             | refused  | refused
  unix:/var/run/docker.sock                     | refused  | refused
  //shop.example/                               | refused  | refused
  https:/shop.example/                          | refused  | refused
  https:shop.example                            | refused  | refused
  https://user@shop.example/                    | refused  | refused
  https://user:word@shop.example/               | refused  | refused
  https://shop.example@127.0.0.1/               | refused  | refused
  https://:@shop.example/                       | sent     | sent
  https:\\\\shop.example/                       | refused  | refused
  https://shop.example\\@127.0.0.1/              | refused  | refused
  https://127.0.0.1\\.shop.example/              | refused  | refused
  https://shop.example/a\\b                      | refused  | refused
  https://shop.example/a?b=\\                    | refused  | refused
  https://127.0.0.1/                            | refused  | sent
  https://127.0.0.1:8443/                       | refused  | sent
  https://127.1/                                | refused  | sent
  https://127.0.1/                              | refused  | sent
  https://2130706433/                           | refused  | sent
  https://017700000001/                         | refused  | sent
  https://0x7f000001/                           | refused  | sent
  https://0x7f.1/                               | refused  | sent
  https://0177.0.0.1/                           | refused  | sent
  https://127.0.0.1./                           | refused  | sent
  https://%31%32%37.0.0.1/                      | refused  | sent
  https://127.255.255.254/                      | refused  | sent
  https://0/                                    | refused  | sent
  https://0.0.0.0/                              | refused  | sent
  https://0.1.2.3/                              | refused  | sent
  https://10.0.0.1/                             | refused  | sent
  https://012.0.0.1/                            | refused  | sent
  https://100.64.0.1/                           | refused  | sent
  https://100.100.100.200/                      | refused  | sent
  https://168.63.129.16/                        | refused  | sent
  https://169.254.169.254/latest/meta-data/     | refused  | sent
  https://2852039166/                           | refused  | sent
  https://0xa9fea9fe/                           | refused  | sent
  https://172.16.0.1/                           | refused  | sent
  https://172.31.255.255/                       | refused  | sent
  https://192.0.0.192/                          | refused  | sent
  https://192.0.2.1/                            | refused  | sent
  https://192.88.99.1/                          | refused  | sent
  https://192.168.1.1/                          | refused  | sent
  https://198.18.0.1/                           | refused  | sent
  https://198.51.100.1/                         | refused  | sent
  https://203.0.113.1/                          | refused  | sent
  https://224.0.0.1/                            | refused  | sent
  https://240.0.0.1/                            | refused  | sent
  https://255.255.255.255/                      | refused  | sent
  https://256.0.0.1/                            | refused  | refused
  https://[::]/                                 | refused  | sent
  https://[::1]/                                | refused  | sent
  https://[0:0:0:0:0:0:0:1]/                    | refused  | sent
  https://[::ffff:127.0.0.1]/                   | refused  | sent
  https://[::ffff:7f00:1]/                      | refused  | sent
  https://[::ffff:198.41.0.4]/                  | refused  | sent
  https://[::127.0.0.1]/                        | refused  | sent
  https://[64:ff9b::169.254.169.254]/           | refused  | sent
  https://[64:ff9b:1::1]/                       | refused  | sent
  https://[2002:7f00:1::]/                      | refused  | sent
  https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/ | refused | sent
  https://[2001:db8::1]/                        | refused  | sent
  https://[100::1]/                             | refused  | sent
  https://[fc00::1]/                            | refused  | sent
  https://[fd00:ec2::254]/                      | refused  | sent
  https://[fe80::1]/                            | refused  | sent
  https://[fe80::1%25eth0]/                     | refused  | refused
  https://[fec0::1]/                            | refused  | sent
  https://[ff02::1]/                            | refused  | sent
  https://localhost/                            | refused  | sent
  https://LOCALHOST:8443/                       | refused  | sent
  https://localhost./                           | refused  | sent
  https://shop.localhost/                       | refused  | sent
  https://loopback.example/                     | not sent | sent
  https://loopback-six.example/                 | not sent | sent
  https://private.example/                      | not sent | sent
  https://metadata.example/                     | not sent | sent
  https://mapped.example/                       | not sent | sent
  https://nat64.example/                        | not sent | sent
  https://unspecified.example/                  | not sent | sent
  https://mixed.example/                        | not sent | sent
  https://mixed-six.example/                    | not sent | sent
  https://127.0.0.1.nip.example/                | not sent | sent
  https://metadata.google.internal/computeMetadata/v1/ | not sent | sent
`;

export const urlCorpus: readonly UrlRow[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [url = '', production, sandbox] = line.split('|').map((cell) => cell.trim());
    return { url, production: production as UrlHandling, sandbox: sandbox as UrlHandling };
  });
