// Addresses that providers give for customers: only web pages, and only with TLS unless the
// provider is simulated.

export function isCustomerLink(url: string, allowsPlain: boolean): boolean {
  const pattern = allowsPlain ? /^https?:\/\/[\x21-\x7e]+$/ : /^https:\/\/[\x21-\x7e]+$/;
  return url.length <= 2000 && pattern.test(url) && URL.canParse(url);
}
