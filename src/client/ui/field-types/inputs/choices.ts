import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';

/** Options a person may choose: not retired, and only those that a rule leaves. */
export function choosable(
  field: FieldDefinition,
  lookups: FieldLookups,
  allowed: readonly string[] | undefined,
): readonly SelectOption[] {
  return lookups.options(field).filter((option) => !option.retired && (!allowed || allowed.includes(option.value)));
}

/** The option of a stored value; one made of the value itself when the option is gone. */
export function optionOf(value: string, field: FieldDefinition, lookups: FieldLookups): SelectOption {
  lookups.tree?.(field)?.want([value]);
  return lookups.options(field).find((option) => option.value === value) ?? { value, label: value };
}

/** How an option reads. */
export const optionText = (option: SelectOption | string): string =>
  typeof option === 'string' ? option : option.label;

/** Words of the choosers, shared by all of them. */
export const CHOOSER_WORDS = {
  noOptionsText: '没有匹配的选项',
  loadingText: '加载中…',
  openText: '展开',
  closeText: '收起',
  clearText: '清空',
};
