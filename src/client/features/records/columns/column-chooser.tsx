import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { ListColumn } from '#generators/columns.ts';
import { ColumnRow } from './column-row.tsx';
import { usePinyin } from '#client/lib/use-pinyin.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import { useFocusLater } from '#client/features/records/base/use-focus-later.ts';

/** What of a list's state the chooser changes; undefined columns follow the layout. */
export type ChosenColumns = Partial<Pick<ListState, 'columns' | 'pinned'>>;

interface ColumnChooserProps {
  readonly columns: readonly ListColumn[];
  /** Visible columns in order; the name is always the first. */
  readonly visible: readonly string[];
  readonly pinned: readonly string[];
  readonly onChange: (next: ChosenColumns) => void;
}

/** Columns in the order of their sections, those of none last. */
function grouped(columns: readonly ListColumn[]): readonly ListColumn[] {
  const groups = Map.groupBy(columns, ({ group }) => group);
  const none = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return [...[...groups.values()].flat(), ...none];
}

/** Which columns a list shows, in what order, and which of them stay in place. Rows are dragged, or moved with Alt and an arrow. */
export function ColumnChooser({ columns, visible, pinned, onChange }: ColumnChooserProps) {
  const [text, setText] = useState('');
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const focusLater = useFocusLater(list);
  const wanted = text.trim();
  const matches = usePinyin();
  const shown = visible.flatMap((apiName) => columns.find(({ field }) => field.apiName === apiName) ?? []);
  const hidden = columns.filter(({ field }) => !visible.includes(field.apiName));
  const matching = [...shown, ...grouped(hidden)].filter(({ field }) => matches(field.label, wanted));
  // Above the first of the columns that are not shown of each section.
  const headings = new Map<string, string>();
  for (const { field, group = '其他' } of matching)
    if (!visible.includes(field.apiName) && ![...headings.values()].includes(group)) headings.set(field.apiName, group);
  const put = (next: readonly string[]) =>
    onChange({ columns: next, pinned: pinned.filter((apiName) => next.includes(apiName)) });
  const toggle = (apiName: string) =>
    put(visible.includes(apiName) ? visible.filter((entry) => entry !== apiName) : [...visible, apiName]);
  const moveTo = (apiName: string, place: number) => {
    // The name stays the first.
    if (place < 1 || place >= visible.length || visible.indexOf(apiName) < 1) return;
    put(visible.filter((entry) => entry !== apiName).toSpliced(place, 0, apiName));
  };
  const pin = (apiName: string) =>
    onChange({
      pinned: pinned.includes(apiName) ? pinned.filter((entry) => entry !== apiName) : [...pinned, apiName],
    });
  return (
    <Stack sx={{ p: 2, pt: 0.5, width: { sm: 340 }, maxHeight: '70vh' }}>
      <TextField
        label="查找列"
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Typography variant="caption" color="textSecondary" role="status" sx={{ mt: 1 }}>
        已显示 {shown.length} 列，共 {columns.length} 列
      </Typography>
      <Stack
        ref={list}
        component="ul"
        aria-label="列"
        sx={{ m: 0, p: 0, mt: 0.5, listStyle: 'none', overflow: 'auto' }}
      >
        {/* One flat list: a row that moves to another section stays the same row, and keeps the focus. */}
        {matching.flatMap(({ field, isName }) => {
          const { apiName } = field;
          const at = visible.indexOf(apiName);
          const row = (
            <ColumnRow
              key={apiName}
              apiName={apiName}
              label={field.label}
              isName={isName}
              isShown={at >= 0}
              isPinned={pinned.includes(apiName)}
              isMovable={at > 0 && wanted === ''}
              isDragged={dragged === apiName}
              onToggle={() => toggle(apiName)}
              onPin={() => pin(apiName)}
              onMove={(by) => {
                moveTo(apiName, at + by);
                focusLater(`[data-column="${apiName}"] [data-part=${by < 0 ? 'up' : 'down'}]`);
              }}
              onDrag={setDragged}
              onDragOver={() => {
                if (dragged !== undefined && dragged !== apiName && at > 0) moveTo(dragged, at);
              }}
            />
          );
          const heading = headings.get(apiName);
          if (heading === undefined) return row;
          return [
            <Typography key={heading} component="li" variant="caption" color="textSecondary" sx={{ pt: 1, px: 0.5 }}>
              {heading}
            </Typography>,
            row,
          ];
        })}
        {matching.length === 0 && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ py: 1 }}>
            没有名称包含“{text.trim()}”的列
          </Typography>
        )}
      </Stack>
      <Stack direction="row" sx={{ mt: 1, justifyContent: 'space-between' }}>
        <Button onClick={() => put([...visible, ...hidden.map(({ field }) => field.apiName)])}>全选</Button>
        <Button color="inherit" onClick={() => onChange({ columns: undefined, pinned: [] })}>
          恢复默认
        </Button>
      </Stack>
    </Stack>
  );
}
