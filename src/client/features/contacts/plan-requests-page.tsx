import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { PlanRequest, PlanRequestSide, PlanRequestState } from '#schemas/api/plans.ts';
import { PLAN_REQUEST_SIDES } from '#schemas/generated/api/plans.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { companyPath, hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { roleLabel } from './contact-labels.ts';
import { PagedEntries, PageFrame } from './page-frame.tsx';
import type { PlanRequestsStore } from './plan-requests-store.ts';

interface PlanRequestsPageProps {
  readonly store: PlanRequestsStore;
  readonly side: PlanRequestSide;
  readonly onSide: (side: PlanRequestSide) => void;
}

const STATE_LABELS: Readonly<Record<PlanRequestState, string>> = {
  pending: '等待同意',
  approved: '已同意',
  refused: '未同意',
  revoked: '已收回',
  expired: '已到期',
};

interface SideLabels {
  readonly label: string;
  readonly empty: string;
  readonly entry: (request: PlanRequest) => string;
}
const SIDE_LABELS: Readonly<Record<PlanRequestSide, SideLabels>> = {
  received: { label: '收到的申请', empty: '还没有人申请查看您的BP', entry: ({ name }) => `${name}的申请` },
  sent: { label: '我的申请', empty: '您还没有申请查看BP', entry: ({ companyName }) => `对${companyName}的申请` },
  delivered: { label: '我投递的', empty: '您还没有投递过BP', entry: ({ name }) => `对${name}的投递` },
};

/** Requests for business plans: those that wait for oneself, those that one made, and plans that one delivered. */
export const PlanRequestsPage = observer(function PlanRequestsPage({ store, side, onSide }: PlanRequestsPageProps) {
  const list = store[side];
  useEffect(() => void list.load(), [list]);
  return (
    <PageFrame
      title="BP申请"
      help="设置为“申请后可看”的BP，需要您逐一同意；同意后对方可以查看 30 天，可在“BP 查阅”中延长或收回。"
    >
      <Tabs
        value={side}
        onChange={(_, next: PlanRequestSide) => onSide(next)}
        aria-label="BP申请"
        sx={{ minHeight: 40, borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { minHeight: 40 } }}
      >
        {PLAN_REQUEST_SIDES.map((each) => (
          <Tab key={each} value={each} label={SIDE_LABELS[each].label} id={`tab-${each}`} aria-controls="requests" />
        ))}
      </Tabs>
      <Stack role="tabpanel" id="requests" aria-labelledby={`tab-${side}`} sx={{ gap: 2 }}>
        <PagedEntries
          key={side}
          store={list}
          label={SIDE_LABELS[side].label}
          empty={SIDE_LABELS[side].empty}
          renderEntry={(request) => <RequestEntry key={request.id} request={request} store={store} side={side} />}
        />
      </Stack>
    </PageFrame>
  );
});

interface RequestEntryProps {
  readonly request: PlanRequest;
  readonly store: PlanRequestsStore;
  readonly side: PlanRequestSide;
}

const RequestEntry = observer(function RequestEntry({ request, store, side }: RequestEntryProps) {
  const { id, ccid, companyName, name, identityRoles, message, state, createdAt, decidedAt } = request;
  const isWaiting = state === 'pending' && side === 'received';
  const isBusy = store.decision.isBusy;
  const refusal = store.decision.failureOf(id)?.message;
  return (
    <Box component="li" aria-label={SIDE_LABELS[side].entry(request)}>
      <Stack direction="row" sx={{ gap: 1, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
        {side !== 'sent' && (
          <>
            {side === 'delivered' && <span>投递给</span>}
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {name}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary">
              {roleLabel(identityRoles)}
            </Typography>
            {side === 'received' && <span>申请查看</span>}
          </>
        )}
        <Link
          href={hashAddress(companyPath(ccid))}
          target="_blank"
          rel="noopener"
          underline="hover"
          sx={{ fontWeight: side === 'sent' ? 600 : 400 }}
        >
          {companyName}
        </Link>
        {!isWaiting && side !== 'delivered' && (
          <Chip tone={state === 'approved' ? 'good' : undefined}>{STATE_LABELS[state]}</Chip>
        )}
        <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          <time dateTime={decidedAt ?? createdAt}>{shownMoment(decidedAt ?? createdAt)}</time>
        </Typography>
      </Stack>
      {message !== '' && (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ mt: 0.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {message}
        </Typography>
      )}
      {refusal !== undefined && (
        <Typography variant="body2" color="error" role="alert">
          {refusal}
        </Typography>
      )}
      {isWaiting && (
        <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
          <Button variant="contained" disabled={isBusy} onClick={() => void store.decide(id, true)}>
            同意
          </Button>
          <Button variant="outlined" color="inherit" disabled={isBusy} onClick={() => void store.decide(id, false)}>
            不同意
          </Button>
        </Stack>
      )}
    </Box>
  );
});
