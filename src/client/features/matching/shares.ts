/** Digits behind the point of a contribution on the wire, and on screen. */
const UNIT_PLACES = 9;
const SHOWN_PLACES = 2;
const STEP = 10n ** BigInt(UNIT_PLACES - SHOWN_PLACES);

function unitsOf(decimal: string): bigint {
  const [whole = '0', rest = ''] = decimal.replace('-', '').split('.');
  const size = BigInt(whole + rest.slice(0, UNIT_PLACES).padEnd(UNIT_PLACES, '0'));
  return decimal.startsWith('-') ? -size : size;
}

const floor = (units: bigint): bigint => (units >= 0n ? units / STEP : -((-units + STEP - 1n) / STEP));

function text(steps: bigint, isSum: boolean): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(SHOWN_PLACES + 1, '0');
  const sign = steps < 0n ? '−' : steps > 0n && !isSum ? '+' : '';
  return `${sign}${digits.slice(0, -SHOWN_PLACES)}.${digits.slice(-SHOWN_PLACES)}`;
}

/**
 * Exact decimals as they are shown, with two places, and their sum: those that lose most by rounding down are rounded up, so
 * that what is on screen adds up.
 */
export function shownParts(decimals: readonly string[]): { readonly parts: readonly string[]; readonly sum: string } {
  const all = decimals.map(unitsOf);
  const low = all.map(floor);
  const total = floor(all.reduce((sum, one) => sum + one, 0n) + STEP / 2n);
  let left = total - low.reduce((sum, one) => sum + one, 0n);
  const parts = [...low];
  const rest = (at: number): bigint => (all[at] ?? 0n) - (low[at] ?? 0n) * STEP;
  const order = all.map((_, at) => at).toSorted((one, other) => Number(rest(other) - rest(one)) || one - other);
  for (const at of order) {
    if (left <= 0n) break;
    parts[at] = (parts[at] ?? 0n) + 1n;
    left -= 1n;
  }
  return { parts: parts.map((steps) => text(steps, false)), sum: text(total, true) };
}
