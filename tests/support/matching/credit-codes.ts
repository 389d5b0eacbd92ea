import { creditCode } from '#server/core/duplicates/credit-code.ts';

/** A credit code of these 17 characters with its check character. */
export function withCheckCharacter(body: string): string {
  const found = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY', (last) => creditCode(body + last)).find(Boolean);
  if (found === undefined) throw new RangeError(`${body} begins no credit code`);
  return found;
}
