import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { decimalFromText } from '#generators/field-types/parts.ts';
import type { Currency } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import { formatMoney } from '#shared/money/format.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';
import { controlProps, labelId, NativeChoice } from './control.tsx';
import { FIGURES, TextBox } from './text-box.tsx';
import { useParsedText } from './use-parsed-text.ts';

const Group = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  '& > div': { flex: '1 1 130px', width: 'auto', minWidth: 0 },
  '& > select': { flex: '0 0 auto' },
  // Beside the label, so that nothing moves when the reading comes and goes.
  '& > output': {
    position: 'absolute',
    bottom: '100%',
    right: 26,
    paddingBottom: 4,
    fontSize: theme.typography.caption.fontSize,
    lineHeight: 1.4,
    color: theme.palette.primary.main,
  },
}));

const show = (value: FieldValue): string => groupDigits(String(value ?? ''));
const read = (text: string) => {
  const num = decimalFromText(text);
  return num === null ? { reason: '不是金额' } : { value: num };
};

/** A group with nothing known in it is no value. The equivalent is the server's to work out, so it is never kept. */
function group(num: FieldValue, currency: string, band?: string): CurrencyValue | undefined {
  if (band) return { band };
  return typeof num === 'string' && num !== '' ? { num, currency } : undefined;
}

/** Amount and currency, or a band where only the order of magnitude is known; reads the amount back in 万 or 亿. */
export const CurrencyInput = observer(function CurrencyInput(props: InputProps) {
  const { id, field, onChange, onBlur, disabled = false, required, lookups } = props;
  const money = (props.value ?? {}) as CurrencyValue;
  // Without an amount there is no value to keep the choice in.
  const [chosen, setChosen] = useState<string>(field.currencyUnit ?? 'CNY');
  const currency = money.currency ?? chosen;
  const bands =
    field.config?.bandOptionSet === undefined ? [] : lookups.options(field).filter((option) => !option.retired);
  const typed = useParsedText({
    value: money.num,
    show,
    read,
    onChange: (num) => onChange(group(num, currency)),
    onBlur,
  });
  const name = (part: string) => `${field.label}${part}`;

  return (
    <Group role="group" aria-labelledby={labelId(id)}>
      <TextBox
        {...controlProps(props)}
        value={typed.text}
        {...typed.handlers}
        onBlur={typed.leave}
        disabled={disabled || money.band !== undefined}
        required={required && money.band === undefined}
        placeholder={field.config?.placeholder}
        inputMode="decimal"
        style={FIGURES}
      />
      <NativeChoice
        aria-label={name('币种')}
        value={currency}
        disabled={disabled || money.band !== undefined}
        onChange={(event) => {
          setChosen(event.target.value);
          if (money.num !== undefined) onChange(group(money.num, event.target.value));
        }}
        onBlur={onBlur}
      >
        {(field.config?.currencies ?? CURRENCIES).map((code: Currency) => (
          <option key={code} value={code}>
            {CURRENCY_NAMES[code]}
          </option>
        ))}
      </NativeChoice>
      {bands.length > 0 && (
        <NativeChoice
          aria-label={name('量级')}
          value={money.band ?? ''}
          disabled={disabled}
          onChange={(event) => onChange(group(undefined, currency, event.target.value))}
          onBlur={onBlur}
        >
          <option value="">精确金额</option>
          {bands.map((band) => (
            <option key={band.value} value={band.value}>
              {band.label}
            </option>
          ))}
        </NativeChoice>
      )}
      <Reading num={money.num} currency={currency} />
    </Group>
  );
});

/** The amount in 万 or 亿, so that a zero too many is seen at once. */
function Reading({ num, currency }: { readonly num: string | undefined; readonly currency: string }) {
  const amount = num === undefined ? '' : formatMoney(num);
  const code = CURRENCIES.find((known) => known === currency);
  return /[万亿]$/.test(amount) ? <output>{formatMoney(num ?? '', code)}</output> : null;
}
