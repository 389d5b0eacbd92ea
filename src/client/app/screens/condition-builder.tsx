import { observer } from 'mobx-react-lite';
import type { ListView } from '#schemas/api/list-view.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { ConditionBuilderProps } from '#client/features/metadata/definition-parts/condition-button.tsx';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const ConditionDialog = lazyPopup(
  async () => (await import('#client/features/records/filters/condition-dialog.tsx')).ConditionDialog,
);

/** An object as its list would show it to staff; a condition of a definition asks about the values of its records alone. */
function viewOf(object: ObjectDefinition): ListView {
  const { apiName, label, version, nameField, layouts } = object;
  return {
    objectApiName: apiName,
    label,
    version,
    nameField,
    fields: [...withSystemFields(object, liveFields(object))],
    columns: layouts.list.columns,
    filters: layouts.list.filters,
    sort: [],
  };
}

/** Conditions of definitions in the dialog by which lists are filtered. */
export function conditionBuilder({ lookups }: Pick<AppStores, 'lookups'>) {
  return observer(function ConditionBuilderDialog({ object, ...editing }: ConditionBuilderProps) {
    return <ConditionDialog {...editing} view={viewOf(object)} lookups={lookups} today={shanghaiDay(new Date())} />;
  });
}
