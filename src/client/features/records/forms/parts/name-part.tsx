import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isList } from '#generators/field-types/registry.ts';
import { heldFields } from '#shared/metadata/held-fields.ts';
import { usePinyin } from '#client/lib/use-pinyin.ts';
import { Chooser } from '#client/ui/field-types/inputs/chooser.tsx';
import { controlProps } from '#client/ui/field-types/inputs/control.tsx';
import { type PartProps, textOf, viewOf } from './part-lookups.ts';

/** Something of a definition by its label. */
export interface Named {
  readonly apiName: string;
  readonly label: string;
}

/** What is not there any more is called by its identifier, so that it can be seen and replaced. */
const namedIn = (all: readonly Named[], apiName: string): Named =>
  all.find((one) => one.apiName === apiName) ?? { apiName, label: `${apiName}（不存在）` };

/** All of them, those with one label with their identifiers behind it. */
function withIdsWhereAlike(all: readonly Named[]): readonly Named[] {
  const alike = Map.groupBy(all, ({ label }) => label);
  return all.map(({ apiName, label }) => ({
    apiName,
    label: alike.get(label)?.length === 1 ? label : `${label}（${apiName}）`,
  }));
}

interface NameChooserProps extends PartProps {
  readonly all: readonly Named[];
  readonly hint: string;
  readonly isClosed?: boolean;
}

const labelOf = (one: Named | string) => (typeof one === 'string' ? one : one.label);

/** What the list offers: by label, pinyin, initials or identifier. */
function useFound() {
  const holds = usePinyin();
  return (all: Named[], { inputValue }: { readonly inputValue: string }) => {
    const text = inputValue.trim();
    if (text === '' || all.some(({ label }) => label === text)) return all;
    return all.filter(({ label, apiName }) => holds(label, text) || apiName.toLowerCase().includes(text.toLowerCase()));
  };
}

/** One of several, or some of them where the text is a list. */
export function NameChooser(props: NameChooserProps) {
  const { field, value, onChange, hint, disabled, isClosed = false } = props;
  const filterOptions = useFound();
  const all = useMemo(() => withIdsWhereAlike(props.all), [props.all]);
  const common = {
    ...controlProps({ ...props, disabled: disabled === true || isClosed }),
    options: all,
    getOptionLabel: labelOf,
    getOptionKey: (one: Named | string) => (typeof one === 'string' ? one : one.apiName),
    isOptionEqualToValue: (one: Named, other: Named) => one.apiName === other.apiName,
    filterOptions,
    hint,
  };
  if (isList(field)) {
    const names = (Array.isArray(value) ? value : []) as readonly string[];
    return (
      <Chooser<Named, true>
        {...common}
        multiple
        disableCloseOnSelect
        value={names.map((name) => namedIn(all, name))}
        onChange={(_, chosen) => onChange(chosen.length === 0 ? undefined : chosen.map(({ apiName }) => apiName))}
      />
    );
  }
  const text = textOf(value);
  return (
    <Chooser<Named>
      {...common}
      value={text === '' ? null : namedIn(all, text)}
      onChange={(_, chosen) => onChange(chosen?.apiName)}
    />
  );
}

/** An object with records of its own. */
export const ObjectPart = observer(function ObjectPart(props: PartProps) {
  return <NameChooser {...props} all={props.parts.objects?.() ?? []} hint="选择对象" />;
});

type FieldPartProps = PartProps & { readonly holds: Parameters<typeof heldFields>[0] };

const NO_FIELDS: readonly FieldDefinition[] = [];

/** Fields of the object, by label. */
export const FieldPart = observer(function FieldPart({ holds, ...props }: FieldPartProps) {
  const { object, view } = viewOf(props, props.parts);
  const fields = view ? heldFields(holds, view.fields) : NO_FIELDS;
  return <NameChooser {...props} all={fields} isClosed={!view} hint={object === '' ? '请先选择对象' : '选择字段'} />;
});
