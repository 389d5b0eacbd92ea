import type { ReferenceValue } from '#schemas/metadata/value.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { Chooser } from './chooser.tsx';
import { controlProps } from './control.tsx';
import { useRecordSearch } from './use-record-search.ts';

const nameOf = (link: ReferenceValue | string) => (typeof link === 'string' ? link : (link.name ?? `#${link.id}`));
const idOf = (link: ReferenceValue) => link.id;
const isSame = (link: ReferenceValue, other: ReferenceValue) => link.id === other.id;
// The server has already chosen what matches.
const asFound = (links: readonly ReferenceValue[]) => [...links];

/** What every chooser of records has in common. */
function useRecords({ lookups, field, choice }: InputProps) {
  const { spokenFor } = field.config ?? {};
  const search = useRecordSearch(lookups, field.targetApiName ?? '', { spokenFor, ...choice });
  return {
    options: search.records,
    loading: search.loading,
    noOptionsText: search.failed ? '查询失败，请重试' : '没有匹配的记录',
    onOpened: search.open,
    onInputChange: (_: unknown, text: string, reason: string) => {
      if (reason === 'input') search.type(text);
      // A choice of several takes what was typed away: what is offered next is not what that found.
      else if (text === '' && reason !== 'blur') search.open();
    },
    filterOptions: asFound,
    getOptionLabel: nameOf,
    getOptionKey: idOf,
    isOptionEqualToValue: isSame,
    hint: field.config?.placeholder ?? '输入名称查找',
  };
}

/** A link to one record, found by its name. */
export function ReferenceInput(props: InputProps) {
  const { value, onChange } = props;
  const records = useRecords(props);
  return (
    <Chooser<ReferenceValue>
      {...records}
      {...controlProps(props)}
      value={(value as ReferenceValue | null | undefined) ?? null}
      onChange={(_, link) => onChange(link ?? undefined)}
    />
  );
}

/** Links to several records, in the order chosen. */
export function MultiReferenceInput(props: InputProps) {
  const { value, onChange } = props;
  const records = useRecords(props);
  return (
    <Chooser<ReferenceValue, true>
      {...records}
      {...controlProps(props)}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={Array.isArray(value) ? [...(value as readonly ReferenceValue[])] : []}
      onChange={(_, links) => onChange(links.length === 0 ? undefined : links)}
    />
  );
}
