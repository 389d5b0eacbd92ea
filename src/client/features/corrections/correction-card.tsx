import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Correction, CorrectionState } from '#schemas/api/corrections.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { CorrectionListStore } from './correction-list-store.ts';

/** What people call each state. */
export const STATE_LABELS: Readonly<Record<CorrectionState, string>> = {
  pending: '待处理',
  accepted: '已采纳',
  refused: '未采纳',
  withdrawn: '已撤回',
};

interface CorrectionCardProps {
  readonly store: CorrectionListStore;
  readonly correction: Correction;
  readonly options: OptionLabels;
}

const MAX_NOTE = 500;
const VALUES = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
  '--cell-wrap': 'pre-wrap',
  '--cell-align': 'left',
};

/** One proposal: of which value of which record, what it should be and why, and what may be done about it. */
export const CorrectionCard = observer(function CorrectionCard({ store, correction, options }: CorrectionCardProps) {
  const { id, objectApiName, recordId, recordName, state, note, evidence, decidedAt } = correction;
  const field = store.field(correction);
  const refusal = store.refusals.get(id);
  const hasMoved = state === 'pending' && JSON.stringify(correction.current) !== JSON.stringify(correction.before);
  const value = (shown: unknown) => <Value field={field} value={shown as FieldValue} options={options} />;
  return (
    <Box
      component="li"
      aria-label={`${recordName}的${field?.label ?? correction.field}`}
      sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', minWidth: 0 }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap', mb: 1 }}>
        <Link
          href={hashAddress(detailPath(objectApiName, recordId))}
          target="_blank"
          rel="noopener"
          underline="hover"
          sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {recordName}
        </Link>
        <span>{field?.label ?? `${correction.field}（字段已停用）`}</span>
        <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          {STATE_LABELS[state]} · {correction.proposer} · {shownMoment(correction.createdAt)}
        </Typography>
      </Stack>
      <Box component="dl" sx={VALUES}>
        <dt>原值</dt>
        <dd>{value(correction.before)}</dd>
        <dt>应为</dt>
        <dd style={{ fontWeight: 600 }}>{value(correction.proposed)}</dd>
        {hasMoved && (
          <>
            <dt>现值</dt>
            <dd>{value(correction.current)}（提出之后有变化）</dd>
          </>
        )}
        <dt>理由</dt>
        <dd style={{ whiteSpace: 'pre-wrap' }}>{correction.reason}</dd>
        {evidence !== null && (
          <>
            <dt>依据</dt>
            <dd>
              <Link href={evidence} target="_blank" rel="noopener noreferrer">
                {evidence}
              </Link>
            </dd>
          </>
        )}
        {note !== null && (
          <>
            <dt>处理意见</dt>
            <dd style={{ whiteSpace: 'pre-wrap' }}>
              {note}
              {decidedAt !== null && `（${shownMoment(decidedAt)}）`}
            </dd>
          </>
        )}
      </Box>
      {refusal && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {refusal.problems[0]?.message ?? refusal.message}
        </Alert>
      )}
      {state === 'pending' && store.view === 'mine' && (
        <Button disabled={store.busy.has(id)} onClick={() => void store.withdraw(id)} sx={{ mt: 1 }}>
          撤回
        </Button>
      )}
      {state === 'pending' && store.view === 'queue' && <Decide store={store} id={id} hasMoved={hasMoved} />}
    </Box>
  );
});

interface DecideProps {
  readonly store: CorrectionListStore;
  readonly id: string;
  readonly hasMoved: boolean;
}

const Decide = observer(function Decide({ store, id, hasMoved }: DecideProps) {
  const [note, setNote] = useState('');
  const isBusy = store.busy.has(id);
  // A value that changed is reported once, by the server or by the card; the second press means it.
  const evenIfChanged = hasMoved || (store.refusals.get(id)?.data as { changed?: boolean } | null)?.changed === true;
  const said = note.trim();
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 1.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
      <TextField
        label="处理意见（不采纳时必填）"
        size="small"
        multiline
        maxRows={4}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_NOTE } }}
        sx={{ flex: '1 1 260px' }}
      />
      <Button
        variant="contained"
        disabled={isBusy}
        onClick={() => void store.decide(id, { decision: 'accept', ...(said !== '' && { note: said }), evenIfChanged })}
      >
        {evenIfChanged ? '仍然采纳' : '采纳'}
      </Button>
      <Button
        color="inherit"
        disabled={isBusy}
        onClick={() => void store.decide(id, { decision: 'refuse', note: said })}
      >
        不采纳
      </Button>
    </Stack>
  );
});

interface ValueProps {
  readonly field: FieldDefinition | undefined;
  readonly value: FieldValue;
  readonly options: OptionLabels;
}

const Value = observer(function Value({ field, value, options }: ValueProps) {
  if (!field) return <>{JSON.stringify(value)}</>;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} options={options} />;
});
