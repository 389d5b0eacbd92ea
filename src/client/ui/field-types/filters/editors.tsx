import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import type { Operator } from '#schemas/metadata/condition.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import type { FilterName } from '#client/ui/field-types/field-type-look.ts';
import type { FilterProps, InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { BooleanInput } from '#client/ui/field-types/inputs/boolean-input.tsx';
import { DateInput } from '#client/ui/field-types/inputs/date-input.tsx';
import { NumberInput } from '#client/ui/field-types/inputs/number-input.tsx';
import { MultiReferenceInput } from '#client/ui/field-types/inputs/reference-input.tsx';
import { MultiSelectInput, SelectInput } from '#client/ui/field-types/inputs/select-input.tsx';
import { TextInput } from '#client/ui/field-types/inputs/text-input.tsx';
import { TextListInput } from '#client/ui/field-types/inputs/text-list-input.tsx';
import { TreeChooser, TreeInput } from '#client/ui/field-types/inputs/tree-input.tsx';
import { lookOf } from '#client/ui/field-types/registry.ts';
import { BandSwitch } from './band-switch.tsx';
import { operandFilter } from './operand-filter.tsx';

const listOf = (value: FieldValue): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]) as readonly string[];

/** A day for conditions may always be a year or a month: 在 2019年. */
const PartialDate = (props: InputProps) => (
  <DateInput {...props} field={{ ...props.field, type: 'date', config: { ...props.field.config, partial: true } }} />
);

const OneText = (props: InputProps) => <TextInput {...props} field={{ ...props.field, type: 'text' }} />;

/** Amounts are compared in CNY, so that currencies never mix. */
const Cny = (props: InputProps) => (
  <NumberInput {...props} field={{ ...props.field, type: 'decimal', config: { ...props.field.config, unit: '元' } }} />
);

const Branches = ({ value, onChange, ...rest }: InputProps) => (
  <TreeChooser
    {...rest}
    multiple
    chosen={listOf(value)}
    onChoose={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
  />
);

/** A condition keeps ids; a link from elsewhere may still carry its name. */
const Records = observer(function Records(props: InputProps) {
  const { lookups, field } = props;
  const named = (id: string): ReferenceValue => {
    const name = lookups.recordName?.(field.targetApiName ?? '', id);
    return name === undefined ? { id } : { id, name };
  };
  const links = listOf(props.value).map((entry: string | ReferenceValue) => {
    const link = typeof entry === 'string' ? { id: entry } : entry;
    return link.name === undefined ? named(link.id) : link;
  });
  return <MultiReferenceInput {...props} value={links} />;
});

const Nothing = () => null;

const isRange = (op: Operator) => OPERATOR_FORMS[op].shape === 'range';
const numberHint = (op: Operator) => (isRange(op) ? '可只填一端，另一端不限' : undefined);

/** A year or a month is compared as a whole, and an end of a range belongs to it. */
function dateHint(op: Operator): string | undefined {
  if (op === 'after') return '填年或月时指其后：晚于 2024 即 2025 年起。要含 2024 年，请用“不早于”';
  if (op === 'before') return '填年或月时指其前：早于 2024 即 2023 年底为止。要含 2024 年，请用“不晚于”';
  if (op === 'notBefore') return '填年或月时含整年、整月：不早于 2024 即 2024-01-01 起';
  if (op === 'notAfter') return '填年或月时含整年、整月：不晚于 2024 即 2024-12-31 为止';
  return isRange(op) ? '可只填一端。填年或月时含整年、整月：2024 即 2024-01-01 至 2024-12-31' : undefined;
}

/** The value editor of every kind of comparison, by the type of the field's value. */
const TextFilter = operandFilter({ One: OneText, Many: TextListInput });
const NumberFilter = operandFilter({ One: NumberInput, Many: TextListInput, hint: numberHint });
const DateFilter = operandFilter({ One: PartialDate, Many: TextListInput, hint: dateHint });
const ChoiceFilter = operandFilter({ One: SelectInput, Many: MultiSelectInput });
const TreeFilter = operandFilter({ One: TreeInput, Many: Branches });
const ReferenceFilter = operandFilter({ One: Records, Many: Records });
const BooleanFilter = operandFilter({ One: BooleanInput, Many: BooleanInput });
const FileFilter = operandFilter({ One: Nothing, Many: Nothing });

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: `${CURRENCY_NAMES[code]} ${code}` }));

const AmountFilter = operandFilter({ One: Cny, Many: MultiSelectInput, hint: numberHint });

/** Amounts in CNY, with what becomes of bands; currencies and bands from their lists. */
const CurrencyFilter = observer(function CurrencyFilter(props: FilterProps) {
  const { field, comparison, onChange, lookups } = props;
  if (comparison.op === 'currencyIs')
    return (
      <AmountFilter {...props} lookups={{ searchRecords: lookups.searchRecords, options: () => CURRENCY_OPTIONS }} />
    );
  return (
    <div>
      <AmountFilter {...props} />
      <BandSwitch field={field} comparison={comparison} onChange={onChange} />
    </div>
  );
});

/** A value that the server works out is compared as a value of its result. */
function ComputedFilter(props: FilterProps) {
  const { type } = valueType(props.field);
  const field = { ...props.field, type };
  const Filter = FILTERS[lookOf(field).filter];
  return <Filter {...props} field={field} />;
}

/** Every filter that a field type may name. */
export const FILTERS: Readonly<Record<FilterName, ComponentType<FilterProps>>> = {
  BooleanFilter,
  ChoiceFilter,
  ComputedFilter,
  CurrencyFilter,
  DateFilter,
  FileFilter,
  NumberFilter,
  ReferenceFilter,
  TextFilter,
  TreeFilter,
};
