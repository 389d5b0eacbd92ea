import HistoryRounded from '@mui/icons-material/HistoryRounded';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldHistoryStore } from '#client/lib/field-history-store.ts';
import { cellOf } from './field-types/registry.ts';
import type { OptionLabels } from './field-types/field-type-ui.ts';
import { shownMoment } from './field-types/texts/shown-date.ts';
import { LazyPopover } from './lazy-popups.tsx';
import { PlainButton } from './plain-button.tsx';

const List = styled('div')(({ theme }) => ({
  width: 420,
  maxWidth: '100%',
  boxSizing: 'border-box',
  padding: theme.spacing(0.5, 2, 1.5),
  fontSize: theme.typography.body2.fontSize,
  '--cell-wrap': 'pre-wrap',
  '--cell-align': 'left',
  '& p': { margin: theme.spacing(1, 0, 0), color: theme.palette.text.secondary },
  '& ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': { padding: theme.spacing(1, 0), borderBottom: `1px solid ${theme.palette.divider}` },
  '& li:last-child': { borderBottom: 0 },
  '& small': { color: theme.palette.text.secondary },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: theme.spacing(1),
    margin: theme.spacing(0.5, 0, 0),
  },
  '& dt': { color: theme.palette.text.secondary },
  '& dd': { margin: 0 },
}));

interface FieldHistoryProps {
  readonly field: FieldDefinition;
  /** Gives the store of this field's history; asked for when the history is opened. */
  readonly historyOf: (apiName: string) => FieldHistoryStore;
  readonly options: OptionLabels;
  readonly className?: string;
}

/** A small clock behind a label; opens what became of the field. Loads only when opened. */
export function FieldHistory({ field, historyOf, options, className }: FieldHistoryProps) {
  const [open, setOpen] = useState<{ anchor: HTMLElement; history: FieldHistoryStore }>();
  return (
    <>
      <IconButton
        size="small"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        aria-label={`${field.label}的修改记录`}
        title="修改记录"
        sx={{ p: '2px' }}
        onClick={({ currentTarget }) => {
          const history = historyOf(field.apiName);
          void history.load();
          setOpen({ anchor: currentTarget, history });
        }}
      >
        <HistoryRounded sx={{ fontSize: 16 }} />
      </IconButton>
      {open && (
        <LazyPopover anchor={open.anchor} title={`${field.label}的修改记录`} onClose={() => setOpen(undefined)}>
          <List>
            <FieldChanges history={open.history} field={field} options={options} />
          </List>
        </LazyPopover>
      )}
    </>
  );
}

interface ChangesProps {
  readonly history: FieldHistoryStore;
  readonly field: FieldDefinition;
  readonly options: OptionLabels;
}

/** What became of one field, newest first. */
export const FieldChanges = observer(function FieldChanges({ history, field, options }: ChangesProps) {
  const { value: changes, failure } = history;
  if (failure) {
    return (
      <p role="alert">
        {failure.message} <PlainButton onClick={() => void history.load()}>重试</PlainButton>
      </p>
    );
  }
  if (!changes) return <Skeleton height={64} />;
  if (changes.length === 0) return <p>此字段还没有修改记录</p>;
  const Cell = cellOf(field);
  return (
    <ol>
      {changes.map((change) => (
        <li key={`${change.version} ${change.at} ${change.actor}`}>
          <small>
            {shownMoment(change.at)} · {change.actor}
          </small>
          <dl>
            <dt>原值</dt>
            <dd>
              <Cell field={field} value={change.before} options={options} />
            </dd>
            <dt>新值</dt>
            <dd>
              <Cell field={field} value={change.after} options={options} />
            </dd>
          </dl>
        </li>
      ))}
    </ol>
  );
});
