import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { CASE_STATES, IDENTITY_KINDS } from '#schemas/generated/api/identity.ts';
import type { DeskCase } from '#schemas/api/identity-desk.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { ReviewFilter, ReviewStore } from './review-store.ts';
import { KIND_LABELS, STATE_LABELS, subjectOf } from './identity-labels.ts';
import { StateChip } from './state-chip.tsx';

interface ReviewQueueProps {
  readonly store: ReviewStore;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly onFilter: (filter: ReviewFilter) => void;
}

const ALL = 'all';

/** What waits, oldest first, in one state and of one kind. */
export const ReviewQueue = observer(function ReviewQueue({ store, openId, onOpen, onFilter }: ReviewQueueProps) {
  const { pages, total, filter, list } = store;
  const { page, failure } = pages;
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1 }}>
        <Choice
          label="状态"
          value={filter.state}
          options={CASE_STATES.map((state) => [state, STATE_LABELS[state].label] as const)}
          onChange={(state) => onFilter({ ...filter, state })}
        />
        <Choice
          label="类型"
          value={filter.kind}
          options={IDENTITY_KINDS.map((kind) => [kind, KIND_LABELS[kind].label] as const)}
          onChange={(kind) => onFilter({ ...filter, kind })}
        />
      </Stack>
      <Typography variant="body2" color="textSecondary" role="status">
        {page ? `共 ${total}${page.totalIsExact ? '' : '+'} 条，最早提交的在前` : !failure && '正在加载…'}
      </Typography>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!page && !failure && <LoadingBlock height={240} />}
      {page && list.length === 0 && <Notice title="没有符合条件的认证" />}
      <Stack component="ul" aria-label="认证队列" sx={{ gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
        {list.map((each) => (
          <QueueLine key={each.id} row={each} isOpen={each.id === openId} onOpen={onOpen} />
        ))}
      </Stack>
      <MoreButton pages={pages} />
    </Stack>
  );
});

interface QueueLineProps {
  readonly row: DeskCase;
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
}

const QueueLine = observer(function QueueLine({ row, isOpen, onOpen }: QueueLineProps) {
  const line = useRef<HTMLLIElement>(null);
  // The keys j and k walk past the end of what is in sight.
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={line}>
      <Button
        aria-current={isOpen}
        onClick={() => onOpen(row.id)}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) auto',
          gap: 0.25,
          width: '100%',
          p: 1.25,
          textAlign: 'start',
          color: 'text.primary',
          fontWeight: 400,
          border: 1,
          borderColor: isOpen ? 'primary.main' : 'divider',
          bgcolor: 'background.paper',
          boxShadow: ({ palette }) => (isOpen ? `inset 3px 0 0 ${palette.primary.main}` : 'none'),
        }}
      >
        <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
          {subjectOf(row)}
        </Typography>
        <StateChip state={row.state} />
        <Typography component="span" variant="body2" color="textSecondary" noWrap>
          {KIND_LABELS[row.kind].label} · {row.applicant}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary">
          {shownMoment(row.submittedAt, 'MM-DD HH:mm')}
        </Typography>
      </Button>
    </li>
  );
});

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T | undefined) => void;
}

/** One of several, or all. */
function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ALL}
      onChange={({ target }) => onChange(options.find(([each]) => each === target.value)?.[0])}
      sx={{ flex: 1, minWidth: 0 }}
    >
      <MenuItem value={ALL}>全部</MenuItem>
      {options.map(([each, words]) => (
        <MenuItem key={each} value={each}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  );
}
