import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CASE_STATES, IDENTITY_KINDS } from '#schemas/generated/api/identity.ts';
import type { DeskDossier } from '#schemas/api/identity-desk.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { DecisionBar, type Deciding, mayDecide } from './decision-bar.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { Dossier } from './review-dossier.tsx';
import { ReviewQueue } from './review-queue.tsx';
import type { ReviewFilter, ReviewStore } from './review-store.ts';

interface ReviewPageProps {
  readonly store: ReviewStore;
  readonly renderRecord: (dossier: DeskDossier) => ReactNode;
}

const ALL = 'all';

/** What the address says of the queue: what waits when it says nothing. */
function filterOf(query: URLSearchParams): ReviewFilter {
  const state = query.get('state') ?? 'PENDING';
  return {
    state: CASE_STATES.find((each) => each === state),
    kind: IDENTITY_KINDS.find((each) => each === query.get('kind')),
  };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [role="listbox"], [role="dialog"]') !== null;

/** The desk where staff decide on certifications: the queue, and beside it the submission that is open. */
export const DeskPage = observer(function DeskPage({ store, renderRecord }: ReviewPageProps) {
  usePageTitle('认证审核');
  const [query, setQuery] = useSearchParams();
  const openId = query.get('case');
  const [deciding, setDeciding] = useState<Deciding>();
  const { state, kind } = filterOf(query);
  useEffect(() => void store.show({ state, kind }), [store, state, kind]);
  useEffect(() => void store.open(openId), [store, openId]);

  const put = (change: Readonly<Record<string, string | null>>) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const open = (id: string | null) => put({ case: id });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || deciding) return;
      const step = { j: 1, k: -1 } as const;
      const decision = { a: 'approve', r: 'reject' } as const;
      const key = event.key.toLowerCase();
      if (key === 'j' || key === 'k') {
        const next = store.neighbour(step[key], openId);
        if (next !== undefined) open(next);
      } else if (key === 'a' || key === 'r') {
        if (!mayDecide(store, decision[key])) return;
        setDeciding(decision[key]);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  return (
    <div className="page-column" data-wide>
      <h1>认证审核</h1>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '320px minmax(0, 1fr)' },
        }}
      >
        <Box sx={{ display: { xs: openId === null ? 'block' : 'none', md: 'block' }, minWidth: 0 }}>
          <ReviewQueue
            store={store}
            openId={openId}
            onOpen={open}
            onFilter={(next) => put({ state: next.state ?? ALL, kind: next.kind ?? null, case: null })}
          />
        </Box>
        <Stack
          component="section"
          aria-label="认证详情"
          sx={{ display: { xs: openId === null ? 'none' : 'flex', md: 'flex' }, gap: 1.5, minWidth: 0 }}
        >
          <Button color="inherit" onClick={() => open(null)} sx={{ alignSelf: 'flex-start', display: { md: 'none' } }}>
            返回队列
          </Button>
          <OpenCase store={store} openId={openId} renderRecord={renderRecord} onOpen={open} onDecide={setDeciding} />
        </Stack>
      </Box>
      {deciding && <DecisionDialog store={store} deciding={deciding} onClose={() => setDeciding(undefined)} />}
    </div>
  );
});

interface OpenCaseProps extends ReviewPageProps {
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly onDecide: (deciding: Deciding) => void;
}

const OpenCase = observer(function OpenCase({ store, openId, renderRecord, onOpen, onDecide }: OpenCaseProps) {
  const { value: dossier, failure } = store.opened;
  if (openId === null) return <Notice title="请从队列中选择一条认证">也可以按 J 打开第一条</Notice>;
  if (failure)
    return (
      <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.open(openId) }} />
    );
  if (!dossier)
    return (
      <div role="status" aria-label="正在加载">
        <LoadingBlock height={320} />
      </div>
    );
  return (
    <>
      <Dossier key={dossier.case.id} dossier={dossier} renderRecord={renderRecord} onOpen={onOpen} />
      <DecisionBar store={store} onDecide={onDecide} />
    </>
  );
});
