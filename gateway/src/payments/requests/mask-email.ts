// An e-mail address under which its owner recognises it and nobody else learns it.

/** `jan.kowalski@example.com` as `j***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}
