// Masks an e-mail address so that only its owner recognises it.

/** `jan.kowalski@example.com` as `j***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}
