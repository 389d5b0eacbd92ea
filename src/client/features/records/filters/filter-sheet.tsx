import ChevronRight from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import { useState, type ComponentProps } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { QuickFilter } from './quick/quick-filter.tsx';
import './filter-sheet.css';

/** One field of the sheet. */
interface SheetRow {
  readonly field: FieldDefinition;
  /** What applies, in words; undefined when nothing does. */
  readonly words: string | undefined;
  readonly quick: (close: () => void) => ComponentProps<typeof QuickFilter>;
}

interface FilterSheetProps {
  readonly rows: readonly SheetRow[];
  /** The field that is open at first. */
  readonly shown: string | undefined;
  /** How many records match, in words; empty while not counted. */
  readonly found: string;
  /** Absent where there is nothing to clear. */
  readonly onClear: (() => void) | undefined;
  readonly onMore: () => void;
  readonly onClose: () => void;
}

/** The filters of a list on a narrow screen: its fields, and one of them when it is pressed. What is chosen applies at once. */
export function FilterSheet({ rows, shown, found, onClear, onMore, onClose }: FilterSheetProps) {
  const [open, setOpen] = useState(shown);
  const row = rows.find(({ field }) => field.apiName === open);
  const back = () => setOpen(undefined);
  return (
    <DialogFrame
      title={row?.field.label ?? '筛选'}
      back={row && { label: '返回筛选', onPress: back }}
      onClose={onClose}
      isBare
    >
      <div className="filter-sheet">
        {row ? (
          <QuickFilter key={row.field.apiName} {...row.quick(back)} />
        ) : (
          <>
            <ul className="filter-sheet-rows">
              {rows.map(({ field, words }) => (
                <li key={field.apiName}>
                  <button type="button" data-active={words !== undefined} onClick={() => setOpen(field.apiName)}>
                    <span>{field.label}</span>
                    <span className="filter-sheet-words">{words ?? '不限'}</span>
                    <ChevronRight sx={{ fontSize: 18, color: 'text.secondary' }} />
                  </button>
                </li>
              ))}
            </ul>
            <div className="filter-sheet-foot">
              <Button color="inherit" disabled={!onClear} onClick={onClear}>
                清除全部
              </Button>
              <Button color="inherit" onClick={onMore}>
                更多筛选
              </Button>
              <Button variant="contained" onClick={onClose} sx={{ flex: 1 }}>
                查看结果{found && `（${found}）`}
              </Button>
            </div>
          </>
        )}
      </div>
    </DialogFrame>
  );
}
