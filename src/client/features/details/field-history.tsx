import HistoryIcon from '@mui/icons-material/History';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import type { HistoryEntry } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { cellOf } from '#client/ui/field-types/cells.ts';
import { shownMoment } from '#client/ui/field-types/shown-date.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { LatePopover } from '#client/ui/late-popups.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';

interface FieldHistoryProps {
  readonly field: FieldDefinition;
  readonly store: RecordDetailStore;
  readonly options: OptionLabels;
}

/** Who changed one field, when, and from what to what. */
export function FieldHistory({ field, store, options }: FieldHistoryProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOpen = anchor !== null;
  return (
    <>
      <IconButton
        className="detail-history"
        aria-label={`${field.label}的修改历史`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <HistoryIcon sx={{ fontSize: 15 }} />
      </IconButton>
      <LatePopover
        open={isOpen}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': `${field.label}的修改历史`,
            sx: { p: 2, width: 360, maxWidth: '92vw' },
          },
        }}
      >
        <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
          {field.label}的修改历史
        </Typography>
        {isOpen && <Entries field={field} store={store} options={options} />}
      </LatePopover>
    </>
  );
}

function Entries({ field, store, options }: FieldHistoryProps) {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    store.history(field.apiName).then(setEntries, (thrown: unknown) => setProblem(asFailure(thrown).message));
  }, [store, field]);
  if (problem !== undefined)
    return (
      <Typography role="alert" color="error" variant="body2">
        {problem}
      </Typography>
    );
  if (!entries) return <Skeleton height={64} />;
  if (entries.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        没有修改记录
      </Typography>
    );
  const Cell = cellOf(field);
  return (
    <Stack
      component="ol"
      sx={{ m: 0, p: 0, gap: 1.25, listStyle: 'none', '--cell-align': 'left', '--cell-wrap': 'pre-wrap' }}
    >
      {entries.flatMap((entry) =>
        entry.changes
          .filter((change) => change.field === field.apiName)
          .map((change) => (
            <li key={entry.version}>
              <Typography variant="caption" color="textSecondary">
                {shownMoment(entry.at, undefined)} · {entry.actor}
              </Typography>
              <Stack direction="row" sx={{ gap: 1, fontSize: 13 }}>
                <Cell field={field} value={change.before as FieldValue} options={options} />
                <span aria-label="改为">→</span>
                <Cell field={field} value={change.after as FieldValue} options={options} />
              </Stack>
            </li>
          )),
      )}
    </Stack>
  );
}
