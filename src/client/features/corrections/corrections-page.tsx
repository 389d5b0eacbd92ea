import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { CorrectionState } from '#schemas/api/corrections.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { CorrectionCard, STATE_LABELS } from './correction-card.tsx';
import type { CorrectionListStore, CorrectionView } from './correction-list-store.ts';

interface CorrectionsPageProps {
  readonly store: CorrectionListStore;
  readonly options: OptionLabels;
}

const TITLES: Readonly<Record<CorrectionView, string>> = { mine: '我的纠错', queue: '纠错审核' };
const HELP: Readonly<Record<CorrectionView, string>> = {
  mine: '您提出的纠错与处理结果。在详情页点字段名旁的“来源与时间”即可提出纠错。',
  queue: '采纳后立即写入记录，原值与新值都保留在修改记录中；不采纳请写明理由，提出者会看到。',
};
const ALL = 'all';
const STATES: readonly CorrectionState[] = ['pending', 'accepted', 'refused', 'withdrawn'];

/** Proposals to correct values: one's own, or the desk where staff decide them. */
export const CorrectionsPage = observer(function CorrectionsPage({ store, options }: CorrectionsPageProps) {
  usePageTitle(TITLES[store.view]);
  useEffect(() => void store.load(), [store]);
  const { state } = store;
  const { list, failure } = store.pages;
  return (
    <Stack sx={{ gap: 2, p: { xs: 1.5, md: 3 }, maxWidth: 960, mx: 'auto' }}>
      <div>
        <Typography variant="h1">{TITLES[store.view]}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {HELP[store.view]}
        </Typography>
      </div>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="处理状态"
        value={state ?? ALL}
        onChange={(_, next: CorrectionState | typeof ALL | null) => {
          if (next !== null) store.show(next === ALL ? undefined : next);
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        {STATES.map((each) => (
          <ToggleButton key={each} value={each}>
            {STATE_LABELS[each]}
          </ToggleButton>
        ))}
        <ToggleButton value={ALL}>全部</ToggleButton>
      </ToggleButtonGroup>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!failure && !list && <Skeleton variant="rounded" height={180} />}
      {list?.length === 0 && <Notice title={state === 'pending' ? '没有待处理的纠错' : '没有纠错'} />}
      <Stack component="ul" sx={{ gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
        {list?.map((correction) => (
          <CorrectionCard key={correction.id} store={store} correction={correction} options={options} />
        ))}
      </Stack>
      <MoreButton pages={store.pages} />
    </Stack>
  );
});
