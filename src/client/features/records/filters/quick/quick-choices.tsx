import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { treeOf } from '#generators/option-tree.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { LevelState } from '#client/ui/field-types/inputs/level-state.tsx';
import { useOptionSearch } from '#client/ui/field-types/inputs/use-option-search.ts';
import { choiceComparison, choiceRows, type ChoiceRow, chosenValues, rangeWith, toggled } from './choice-rows.ts';
import { ChoiceLine } from './choice-line.tsx';
import type { QuickProps } from './quick-props.ts';
import { useOptionCounts } from './use-option-counts.ts';

const YES_NO: readonly SelectOption[] = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];
/** So many options are found at a glance; more are searched. */
const GLANCE = 7;

/** A list or a tree of options, several of which may be chosen: each press applies at once. */
export const QuickChoices = observer(function QuickChoices(props: QuickProps) {
  const { field, current, onApply, onDone, lookups, list } = props;
  const id = useId();
  const { options: shape, kind } = valueType(field);
  const options = kind === 'boolean' ? YES_NO : lookups.options(field);
  const whole = useMemo(() => ({ ...field, selectOptions: [...options] }), [field, options]);
  const tree = treeOf(options);
  const lookup = kind === 'boolean' ? undefined : lookups.tree?.(field);
  const counts = useOptionCounts(field, list, lookups);
  const chosen = chosenValues(whole, current);
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const [isRange, setRange] = useState(current?.op === 'between');
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(chosen.flatMap((value) => tree.path(value).slice(0, -1)).map(({ value }) => value)),
  );
  // On a phone the keyboard would cover the list.
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const search = useOptionSearch(text, tree, lookup);
  const levels = [undefined, ...open].map((parent) => ({ parent, state: lookup?.level(parent) ?? 'here' }));
  const missing = search === undefined ? levels.find(({ state }) => state !== 'here') : undefined;
  const rows = typeof search === 'string' ? [] : choiceRows(tree, open, search);
  const hasSearch = lookup !== undefined || options.length > GLANCE;
  const mayRange = valueType(field).operators.includes('between') && options.length > 2;

  const choose = (value: string) =>
    onApply(isRange ? rangeWith(current, whole, value) : choiceComparison(field, toggled(tree, chosen, value)));
  const unfold = ({ option, isOpen }: ChoiceRow, wanted = !isOpen) => {
    if (isOpen === undefined) return;
    const next = new Set(open);
    if (wanted) next.add(option.value);
    else next.delete(option.value);
    setOpen(next);
  };
  const moveTo = (next: number) => {
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    // Enter of an input method ends a word.
    if (event.nativeEvent.isComposing) return;
    const row = rows[at];
    const isTyping = text !== '';
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => moveTo(Math.min(rows.length - 1, at + 1)),
      ArrowUp: () => moveTo(Math.max(0, at - 1)),
      ArrowRight: row && !isTyping ? () => unfold(row, true) : undefined,
      ArrowLeft: row && !isTyping ? () => unfold(row, false) : undefined,
      ' ': row && !isTyping ? () => choose(row.option.value) : undefined,
      Enter: () => {
        if (search === 'loading') return undefined;
        if (!row) return onDone();
        choose(row.option.value);
        // What was found is chosen; once more Enter is all.
        setText('');
        setAt(-1);
      },
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="quick-choices">
      <div className="quick-head">
        <input
          autoFocus={!isTouch}
          className="quick-search"
          data-quiet={!hasSearch}
          role="combobox"
          aria-label={`搜索${field.label}`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          placeholder={hasSearch ? '名称、拼音或首字母' : '方向键选择，回车确定'}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(event.target.value.trim() === '' ? -1 : 0);
          }}
          onKeyDown={onKey}
        />
        {mayRange && (
          <button
            type="button"
            className="quick-mode"
            aria-pressed={isRange}
            title="先点起点，再点终点：按选项的顺序取一段"
            onClick={() => setRange(!isRange)}
          >
            选一段
          </button>
        )}
      </div>
      <div
        id={`${id}-list`}
        className="quick-list"
        role={shape === 'tree' && text === '' ? 'tree' : 'listbox'}
        aria-multiselectable
        aria-label={field.label}
        tabIndex={-1}
      >
        {rows.map((row, index) => (
          <ChoiceLine
            key={row.option.value}
            id={`${id}-${index}`}
            row={row}
            isTree={shape === 'tree' && text === ''}
            isActive={index === at}
            isChosen={chosen.includes(row.option.value)}
            isWithin={tree
              .path(row.option.value)
              .slice(0, -1)
              .some(({ value }) => chosen.includes(value))}
            count={counts && (counts.counts[row.option.value] ?? 0)}
            isEstimate={counts?.isEstimate === true}
            onChoose={() => choose(row.option.value)}
            onUnfold={() => unfold(row)}
          />
        ))}
      </div>
      {typeof search === 'string' && <LevelState state={search} />}
      {missing && missing.state !== 'here' && (
        <LevelState state={missing.state} onRetry={() => lookup?.retry(missing.parent)} />
      )}
      {Array.isArray(search) && rows.length === 0 && <p className="quick-none">没有匹配的选项</p>}
    </div>
  );
});
