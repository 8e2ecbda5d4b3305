// The check digit of card and token numbers (Luhn).

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The digit that completes the number. */
export function checkDigitOf(digits: string): string {
  return [...'0123456789'].find((one) => passesLuhn(`${digits}${one}`)) ?? '';
}
