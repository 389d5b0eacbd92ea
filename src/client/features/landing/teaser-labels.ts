import type { Teaser } from '#schemas/api/landing.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { treeOf } from '#generators/option-tree.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

/** Labels of the options that came along with a teaser: no option set is asked for. */
export function teaserLabels({ fields }: Teaser): OptionLabels {
  const bySet = new Map<string | undefined, readonly SelectOption[]>(
    fields.map(({ config, selectOptions = [] }) => [config?.optionSet, selectOptions]),
  );
  return {
    label: (_set, value, field) => field.selectOptions?.find((option) => option.value === value)?.label ?? value,
    path: (set, value) =>
      treeOf(bySet.get(set) ?? [])
        .path(value)
        .map((option) => option.label),
  };
}
