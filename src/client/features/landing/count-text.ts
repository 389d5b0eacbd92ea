import type { ObjectCount } from '#schemas/api/landing.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';

const MYRIAD = 10_000;

/** How many there are, as a figure and the text around it: an estimate in 万 with one decimal. */
export function countText({ total, totalIsExact, totalIsEstimate }: ObjectCount): string {
  if (totalIsExact) return groupDigits(String(total));
  if (totalIsEstimate && total >= MYRIAD) return `约 ${(total / MYRIAD).toFixed(total < 100 * MYRIAD ? 1 : 0)} 万`;
  return totalIsEstimate ? `约 ${groupDigits(String(total))}` : `${groupDigits(String(total))}+`;
}
