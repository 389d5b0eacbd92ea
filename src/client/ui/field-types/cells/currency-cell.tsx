import type { Currency } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { formatMoney } from '#shared/money/format.ts';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { atLeast } from '#client/ui/field-types/texts/cell-texts.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

const known = (code: string | undefined): Currency | undefined => CURRENCIES.find((currency) => currency === code);

/** Of how many records a sum knows the amount, where it lacks some. */
const counted = ({ rows = 0, unknown = 0 }: CurrencyValue): string =>
  unknown > 0 ? `（${rows} 条中 ${rows - unknown} 条金额已知）` : '';

/** Exact amount and, for other currencies, what it is in CNY: shown on hover. */
function wholeAmount(money: CurrencyValue): string {
  const exact = `${groupDigits(money.num ?? '')} ${money.currency ?? ''}`.trim();
  const equivalent =
    money.currency !== 'CNY' && money.equivalentMoney !== undefined
      ? `（约合 ${formatMoney(money.equivalentMoney, 'CNY')}）`
      : '';
  return exact + equivalent + counted(money);
}

/** The exact amount behind the words of a cell; that a band is none. */
export function amountInFull(value: unknown): string | undefined {
  const money = value as CurrencyValue;
  return money.num ? wholeAmount(money) : money.band && '只知道数量级，不是准确金额';
}

/** An amount in 万 or 亿 with its currency, or its band where only the order of magnitude is known. */
export function CurrencyCell({ field, value, options }: CellProps) {
  const money = (value ?? {}) as CurrencyValue;
  if (!isEmptyValue(money.num)) {
    return (
      <Clipped figures title={wholeAmount(money)}>
        {formatMoney(money.num ?? '', known(money.currency)) + atLeast(money)}
      </Clipped>
    );
  }
  if (isEmptyValue(money.band)) return <Empty figures />;
  const band = options.label(field.config?.bandOptionSet, money.band ?? '', field);
  return (
    <Clipped figures title={`${band}（约数）`}>
      {band}
    </Clipped>
  );
}
