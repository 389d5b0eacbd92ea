import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { isComparison, memberOf, replaceMember, withoutMember } from './filter-tree.ts';
import { type FilterLookups, labelsFrom, othersFrom } from './label-of.ts';
import { QuickFilter } from './quick/quick-filter.tsx';

export interface ConditionDialogProps {
  readonly view: ListView;
  readonly filter: Condition | undefined;
  /** The member of the filter that is changed; all of it when absent. */
  readonly at?: Condition | undefined;
  readonly lookups: FilterLookups;
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** The whole filter with the change, and what was changed to, in words. */
  readonly onApply: (next: Condition | undefined, words: string) => void;
  readonly onClose: () => void;
}

/** Changes one condition of a filter that applies elsewhere, or all of them; nothing applies before it is confirmed. */
export const ConditionDialog = observer(function ConditionDialog(props: ConditionDialogProps) {
  const { view, filter, at, lookups, today, onApply, onClose } = props;
  const member = memberOf(filter, at);
  const [isWhole, setWhole] = useState(false);
  const [draft, setDraft] = useState<Comparison | undefined>(member && isComparison(member) ? member : undefined);
  // A press may choose and confirm at once.
  const latest = useRef(draft);
  const field = member && isComparison(member) && view.fields.find(({ apiName }) => apiName === member.field);
  const wordsOf = (next: Condition | undefined) =>
    next
      ? conditionWords(
          next,
          { fields: view.fields, others: othersFrom(lookups), listNames: lookups.listNames },
          labelsFrom(lookups),
        )
      : '不限';
  const changed = () => (member ? replaceMember(filter, member, latest.current) : filter);
  if (!field || isWhole)
    return (
      <FilterPanel
        view={view}
        filter={field ? changed() : filter}
        lookups={lookups}
        onApply={(next) => onApply(next, wordsOf(next))}
        onClose={onClose}
      />
    );
  const choose = (next: Comparison | undefined) => {
    latest.current = next;
    setDraft(next);
  };
  const confirm = () => {
    if (JSON.stringify(latest.current) === JSON.stringify(member)) onClose();
    else onApply(changed(), wordsOf(latest.current));
  };
  return (
    <DialogFrame title={`修改条件：${field.label}`} onClose={onClose}>
      <QuickFilter
        field={field}
        current={draft}
        lookups={lookups}
        today={today}
        list={{ objectApiName: view.objectApiName, filter: withoutMember(filter, member), keyword: '' }}
        onApply={choose}
        onDone={confirm}
        onMore={() => setWhole(true)}
      />
    </DialogFrame>
  );
});
