import ChevronRight from '@mui/icons-material/ChevronRight';
import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { OptionTree } from '#generators/option-tree.ts';
import type { TreeLookup } from '#client/ui/field-types/field-type-ui.ts';
import { CHOOSER_WORDS } from './choices.ts';
import { Control } from './control.tsx';
import { LevelState } from './level-state.tsx';
import { useOptionSearch } from './use-option-search.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'flex',
  height: 264,
  overflowX: 'auto',
  borderTop: `1px solid ${theme.palette.divider}`,
  '& ul': { flex: '1 0 160px', maxWidth: 320, margin: 0, padding: 4, overflowY: 'auto', listStyle: 'none' },
  '& ul + ul': { borderLeft: `1px solid ${theme.palette.divider}` },
  '& li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: 30,
    padding: '0 8px',
    borderRadius: 4,
    cursor: 'pointer',
    fontSize: theme.typography.body2.fontSize,
  },
  '& li:hover': { backgroundColor: theme.palette.action.hover },
  '& li:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& li[data-open="true"]': { backgroundColor: theme.palette.action.selected },
  '& li[aria-selected="true"]': { color: theme.palette.primary.main, fontWeight: 600 },
  '& p': { margin: 12, color: theme.palette.text.secondary, fontSize: theme.typography.body2.fontSize },
}));

/** Moves the focus among the options: up and down in a column, right into the next one, left back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const item = event.target as HTMLElement;
  const column = item.closest('ul');
  const beside = (list: Element | null | undefined) =>
    list?.querySelector<HTMLElement>('li[data-open="true"], li[aria-selected="true"]') ??
    list?.querySelector<HTMLElement>('li');
  const next: Record<string, Element | null | undefined> = {
    ArrowDown: item.nextElementSibling,
    ArrowUp: item.previousElementSibling,
    ArrowRight: beside(column?.nextElementSibling),
    ArrowLeft: beside(column?.previousElementSibling),
  };
  if (!(event.key in next)) return;
  event.preventDefault();
  (next[event.key] as HTMLElement | null | undefined)?.focus();
}

interface TreePanelProps {
  readonly tree: OptionTree;
  /** Brings what is not in the tree yet; undefined where all of it is. */
  readonly lookup: TreeLookup | undefined;
  readonly chosen: readonly string[];
  /** `last` when no option is below this one, so that a chooser of one may close. */
  readonly onChoose: (option: SelectOption, last: boolean) => void;
  readonly label: string;
}

/** A tree level by level, side by side, and a search over all of it. Branches can be chosen like leaves. */
export const TreePanel = observer(function TreePanel({ tree, lookup, chosen, onChoose, label }: TreePanelProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement>(null);
  // The option under the focus may be retired meanwhile; without the focus no key would reach the panel.
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) box.current?.focus();
  });
  const [open, setOpen] = useState<readonly string[]>(() => tree.path(chosen[0]).map((option) => option.value));
  const parents = [undefined, ...open.filter((value) => tree.hasBelow(value))];
  const levels = parents.map((parent) => ({ parent, state: lookup?.level(parent) ?? 'here' }));
  const search = useOptionSearch(text, tree, lookup);
  const found = typeof search === 'string' ? undefined : search;

  const item = (option: SelectOption, depth: number) => {
    const last = !tree.hasBelow(option.value);
    const choose = () => {
      if (!found) setOpen([...open.slice(0, depth), option.value]);
      onChoose(option, last || found !== undefined);
    };
    return (
      <li
        key={option.value}
        role="option"
        tabIndex={0}
        aria-selected={chosen.includes(option.value)}
        data-open={!found && open[depth] === option.value}
        title={tree.pathText(option.value)}
        onClick={choose}
        onFocus={(event) => {
          focused.current = event.currentTarget;
          if (!found) setOpen([...open.slice(0, depth), option.value]);
        }}
        onKeyDown={(event) => {
          moveFocus(event);
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          choose();
        }}
      >
        <span>{found ? tree.pathText(option.value) : option.label}</span>
        {!last && !found && <ChevronRight sx={{ fontSize: 16, color: 'text.secondary' }} />}
      </li>
    );
  };

  const list = (key: string, options: readonly SelectOption[], depth: number) => (
    <ul key={key} role="listbox" aria-label={label}>
      {options.map((option) => item(option, depth))}
    </ul>
  );

  return (
    <div>
      <Control
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') columns.current?.querySelector('li')?.focus();
          // Enter takes the first of those found, unless it ends a word of an input method.
          else if (event.key === 'Enter' && found?.[0] && !event.nativeEvent.isComposing) {
            setText('');
            onChoose(found[0], true);
          } else return;
          event.preventDefault();
        }}
        placeholder="名称、拼音或首字母，回车选中"
        inputRef={box}
        slotProps={{ input: { 'aria-label': `搜索${label}` } }}
        sx={{ margin: '8px', width: 'calc(100% - 16px)' }}
      />
      <Columns ref={columns}>
        {typeof search === 'string' && <LevelState state={search} />}
        {found && found.length > 0 && list('found', found, 0)}
        {found?.length === 0 && <p>{CHOOSER_WORDS.noOptionsText}</p>}
        {search === undefined &&
          levels.map(({ parent, state }, depth) =>
            state === 'here' ? (
              list(parent ?? 'top', tree.children(parent), depth)
            ) : (
              <LevelState key={parent ?? 'top'} state={state} onRetry={() => lookup?.retry(parent)} />
            ),
          )}
      </Columns>
    </div>
  );
});
