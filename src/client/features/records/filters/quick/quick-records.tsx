import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { useRecordSearch } from '#client/ui/field-types/inputs/use-record-search.ts';
import { choiceComparison, chosenValues } from './choice-rows.ts';
import { ChoiceLine } from './choice-line.tsx';
import type { QuickProps } from './quick-props.ts';

const SHOWN = 30;

/** Records of the object that a field points to, found by name, pinyin or initials; those chosen come first. */
export const QuickRecords = observer(function QuickRecords(props: QuickProps) {
  const { field, current, onApply, onDone, lookups } = props;
  const target = field.targetApiName ?? '';
  const search = useRecordSearch(lookups, target);
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const begin = useEffectEvent(() => search.open());
  useEffect(() => begin(), []);
  // On a phone the keyboard would cover the list.
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const chosen = chosenValues(field, current);
  const nameOf = (id: string): ReferenceValue => ({ id, name: lookups.recordName?.(target, id) ?? `#${id}` });
  const found = search.records.filter(({ id }) => !chosen.includes(id)).slice(0, SHOWN);
  const rows = text.trim() === '' ? [...chosen.map(nameOf), ...found] : search.records.slice(0, SHOWN);
  const choose = (id: string) =>
    onApply(choiceComparison(field, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]));
  return (
    <div className="quick-choices">
      <div className="quick-head">
        <input
          autoFocus={!isTouch}
          className="quick-search"
          role="combobox"
          aria-label={`搜索${field.label}`}
          aria-expanded
          aria-controls={`quick-${field.apiName}`}
          aria-activedescendant={at >= 0 ? `quick-${field.apiName}-${at}` : undefined}
          placeholder="名称、拼音或首字母"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(event.target.value.trim() === '' ? -1 : 0);
            search.type(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
            if (step !== 0) setAt(Math.max(0, Math.min(rows.length - 1, at + step)));
            else if (event.key !== 'Enter') return;
            else if (search.loading) return;
            else if (rows[at]) {
              choose(rows[at].id);
              setText('');
              setAt(-1);
              search.open();
            } else onDone();
            event.preventDefault();
          }}
        />
      </div>
      <div
        id={`quick-${field.apiName}`}
        className="quick-list"
        role="listbox"
        aria-multiselectable
        aria-label={field.label}
        aria-busy={search.loading}
        tabIndex={-1}
      >
        {rows.map(({ id, name }, index) => (
          <ChoiceLine
            key={id}
            id={`quick-${field.apiName}-${index}`}
            row={{ option: { value: id, label: name ?? '' }, depth: 0, isOpen: undefined, label: name ?? `#${id}` }}
            isTree={false}
            isActive={index === at}
            isChosen={chosen.includes(id)}
            isWithin={false}
            count={undefined}
            isEstimate={false}
            onChoose={() => choose(id)}
            onUnfold={() => undefined}
          />
        ))}
      </div>
      {rows.length === 0 && (
        <p className="quick-none">
          {search.failed ? '搜索失败，请稍后再试' : search.loading ? '搜索中…' : '没有匹配的记录'}
        </p>
      )}
    </div>
  );
});
