import { observer } from 'mobx-react-lite';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { PlanFilterEditing } from '#client/features/jingchat/plan-chips.tsx';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import type { ScreenProps } from '#client/app/base/screen.tsx';

const ConditionDialog = lazyPopup(
  async () => (await import('#client/features/records/filters/condition-dialog.tsx')).ConditionDialog,
);

/** The conditions of an answer in the dialogs by which lists are filtered. */
export const PlanFilter = observer(function PlanFilter(props: PlanFilterEditing & ScreenProps) {
  const { stores, objectApiName, ...editing } = props;
  const view = stores.lookups.listView(objectApiName);
  if (!view) return null;
  return <ConditionDialog {...editing} view={view} lookups={stores.lookups} today={shanghaiDay(new Date())} />;
});
