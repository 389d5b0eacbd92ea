import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { ListView } from '#schemas/api/list-view.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { parseCondition } from '#generators/filters.ts';
import { startComparison } from './comparison-draft.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { draftProblems, scopeOf } from './draft-problems.ts';
import {
  addRow,
  changeRow,
  comparisonRow,
  draftLines,
  draftRoot,
  innerGroup,
  moveRow,
  openDraft,
  withInner,
  type DraftGroup,
} from './filter-draft.ts';
import type { FilterEditing } from './filter-editing.ts';
import { FilterGroup } from './filter-group.tsx';
import { joinFilter } from './filter-tree.ts';
import { type FilterLookups, labelsFrom, othersFrom } from './label-of.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { useFocusLater } from '#client/features/records/base/use-focus-later.ts';

interface FilterPanelProps {
  readonly view: ListView;
  readonly filter: Condition | undefined;
  readonly lookups: FilterLookups;
  /** What it says where it puts together a condition that narrows no list on the screen. */
  readonly words?: PanelWords | undefined;
  /** As in DraftScope. */
  readonly lastLook?: boolean | undefined;
  readonly onApply: (next: Condition | undefined) => void;
  readonly onClose: () => void;
}

interface PanelWords {
  readonly title: string;
  readonly apply: string;
  /** Said of no condition. */
  readonly all: string;
  /** Said before the condition. */
  readonly some: string;
}

const EMPTY: DraftGroup = { join: 'and', rows: [] };
const ROW = (key: number) => `[data-row-key="${key}"]`;

/** Every condition of a list in one place: any field, groups in groups, opposites, applied together. */
export const FilterPanel = observer(function FilterPanel(props: FilterPanelProps) {
  const { view, filter, lookups, onApply, onClose } = props;
  const { words = listWords(view), lastLook } = props;
  const scope = scopeOf(view, lastLook);
  const { fields } = scope;
  const [draft, setDraft] = useState(() => (filter ? openDraft(filter) : firstLine(fields[0]?.field)));
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const body = useRef<HTMLDivElement>(null);
  const applying = useRef<HTMLButtonElement>(null);
  const focusLater = useFocusLater(body);
  // What is typed from now on is for the panel.
  const begin = useCallback((element: HTMLDivElement | null) => {
    body.current = element;
    element?.querySelector<HTMLElement>('[data-row-key] [role=combobox], button')?.focus();
  }, []);
  const lines = draftLines(draft);
  const problems = draftProblems(draft, scope, (apiName) => lookups.listView?.(apiName));
  const wrong = lines.filter(({ key }) => problems.has(key));
  const next = joinFilter(draftRoot(draft));
  const whole = wrong.length === 0 ? wholeProblem(view, next, lookups, lastLook) : undefined;
  const apply = () => {
    const [first] = wrong;
    if (first === undefined && whole === undefined) {
      onApply(next);
      onClose();
      return;
    }
    setTouched(new Set(lines.map(({ key }) => key)));
    if (first) focusLater(`${ROW(first.key)} input:not([aria-hidden])`, `${ROW(first.key)} [role=combobox]`);
  };
  const editing: FilterEditing = {
    scope,
    within: 0,
    lookups,
    change: (row) => setDraft(changeRow(draft, row.key, () => row)),
    drop: (key) => {
      setDraft(changeRow(draft, key, () => undefined));
      focusLater('[data-add-to="outer"] button');
    },
    add: (into, row) => {
      setDraft(addRow(draft, into, row));
      const line = row.kind === 'group' ? row.group.rows[0] : row;
      focusLater(`${ROW(line?.key ?? row.key)} [role=combobox]`);
    },
    move: (key, by, part = by < 0 ? 'up' : 'down') => {
      setDraft(moveRow(draft, key, by));
      // The first such button of the row in the document may be one of a line inside it.
      focusLater(`${ROW(key)} > div > [data-part=${part}]`);
    },
    setJoin: (group, join) =>
      setDraft(
        group === undefined
          ? { ...draft, join }
          : changeRow(draft, group, (row) => {
              const inner = innerGroup(row);
              return inner ? withInner(row, { ...inner, join }) : row;
            }),
      ),
    touch: (key) => setTouched((before) => new Set([...before, key])),
    problemOf: (key) => (touched.has(key) ? problems.get(key) : undefined),
  };
  const applyByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const { current } = applying;
    // As by hand: the box is left first, so that its present text is validated.
    flushSync(() => current?.focus());
    current?.click();
  };
  return (
    <DialogFrame
      title={words.title}
      size="md"
      hasLines
      onClose={onClose}
      onKeyDown={applyByKey}
      actions={
        <>
          {/* What is being put together, in words, so that brackets need not be counted. */}
          <Typography
            variant="body2"
            role="status"
            sx={{ flex: '1 0 100%', maxHeight: 88, overflow: 'auto' }}
            color={whole === undefined ? 'textSecondary' : 'error'}
          >
            {whole ?? summary(next, wrong.length, words, () => conditionWordsOf(next, view, lookups))}
          </Typography>
          <Button
            color="inherit"
            disabled={draft.rows.length === 0}
            onClick={() => {
              setDraft(EMPTY);
              focusLater('[data-add-to="outer"] button');
            }}
            sx={{ mr: 'auto' }}
          >
            清空
          </Button>
          <Button onClick={onClose}>取消</Button>
          <Button ref={applying} variant="contained" onClick={apply} title="Ctrl+Enter">
            {words.apply}
          </Button>
        </>
      }
    >
      <div ref={begin}>
        <FilterGroup group={draft} editing={editing} />
      </div>
    </DialogFrame>
  );
});

const listWords = ({ label }: ListView): PanelWords => ({
  title: `筛选${label}`,
  apply: '应用筛选',
  all: '显示全部记录',
  some: '显示',
});

const firstLine = (field: ListView['fields'][number] | undefined): DraftGroup =>
  field ? { join: 'and', rows: [comparisonRow(startComparison(field))] } : EMPTY;

const conditionWordsOf = (next: Condition | undefined, view: ListView, lookups: FilterPanelProps['lookups']) =>
  next
    ? conditionWords(
        next,
        { fields: view.fields, others: othersFrom(lookups), listNames: lookups.listNames },
        labelsFrom(lookups),
      )
    : '';

function summary(next: Condition | undefined, wrong: number, { all, some }: PanelWords, words: () => string): string {
  if (!next) return all;
  return wrong > 0 ? `还有 ${wrong} 个条件没有填写完整` : `${some}：${words()}`;
}

/** Too many or too deep: what no single line can say. */
function wholeProblem(
  { fields, objectApiName }: ListView,
  next: Condition | undefined,
  lookups: FilterLookups,
  lastLook: boolean | undefined,
): string | undefined {
  if (!next) return undefined;
  const others = othersFrom(lookups);
  try {
    parseCondition({ fields, apiName: objectApiName, others, lists: true, notes: true, lastLook }, next);
    return undefined;
  } catch (thrown) {
    return (thrown as { reason?: string }).reason ?? '筛选条件有误';
  }
}
