/** Characters of a code in the order of their values, GB 32100: without I, O, S, V and Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const MODULUS = CHARACTERS.length;
/** Powers of 3 modulo 31: the weight of each of the first 17 characters. */
const WEIGHTS = Array.from({ length: 17 }, (_, index) => Number(3n ** BigInt(index) % BigInt(MODULUS)));

/** A unified social credit code in capitals; undefined where the text is none, or its check character is wrong. */
export function creditCode(text: string): string | undefined {
  const code = text.normalize('NFKC').replace(/\s/gu, '').toUpperCase();
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return undefined;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * CHARACTERS.indexOf(code.charAt(index)), 0);
  return CHARACTERS.charAt((MODULUS - (sum % MODULUS)) % MODULUS) === code.charAt(17) ? code : undefined;
}
