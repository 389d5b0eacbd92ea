import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ContactView } from '#schemas/api/contact-views.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { KIND_LABELS, roleLabel, SHOWN_KINDS, TERM_LABELS } from './contact-labels.ts';
import { PagedEntries, PageFrame } from './page-frame.tsx';
import { ReopenedContact } from './reopened-contact.tsx';
import type { ViewersStore, ViewSide } from './viewers-store.ts';

interface ViewersPageProps {
  readonly store: ViewersStore;
  readonly side: ViewSide;
  readonly onSide: (side: ViewSide) => void;
}

/** Who saw the user's contact, and whose contact the user saw. */
export const ViewersPage = observer(function ViewersPage({ store, side, onSide }: ViewersPageProps) {
  const list = side === 'viewers' ? store.viewers : store.viewed;
  useEffect(() => void list.load(), [list]);
  return (
    <PageFrame title="谁看过我" help="每次查看联系方式都会留下记录，对方与您都能看到；同一人同一天只计一次。">
      <Tabs
        value={side}
        onChange={(_, next: ViewSide) => onSide(next)}
        aria-label="查看记录"
        sx={{ minHeight: 40, borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { minHeight: 40 } }}
      >
        <Tab value="viewers" label="看过我的" id="tab-viewers" aria-controls="views" />
        <Tab value="viewed" label="我看过的" id="tab-viewed" aria-controls="views" />
      </Tabs>
      <Stack role="tabpanel" id="views" aria-labelledby={`tab-${side}`} sx={{ gap: 2 }}>
        <PagedEntries
          key={side}
          store={list}
          label={side === 'viewers' ? '看过我的人' : '我看过的人'}
          empty={side === 'viewers' ? '还没有人查看过您的联系方式' : '您还没有查看过联系方式'}
          renderEntry={(view) => <ViewEntry key={view.id} view={view} store={store} side={side} />}
        />
      </Stack>
    </PageFrame>
  );
});

interface ViewEntryProps {
  readonly view: ContactView;
  readonly store: ViewersStore;
  readonly side: ViewSide;
}

function ViewEntry({ view, store, side }: ViewEntryProps) {
  const { name, identityRoles, lastAt, times, terms, isBought, kinds } = view;
  const seen = SHOWN_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => KIND_LABELS[kind]);
  const role = terms === 'staff' ? '平台运营' : roleLabel(identityRoles);
  return (
    <Box component="li">
      <Stack direction="row" sx={{ gap: 1, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        {role !== '' && (
          <Typography component="span" variant="body2" color="textSecondary">
            {role}
          </Typography>
        )}
        <Chip>{isBought ? TERM_LABELS.bought : TERM_LABELS[terms]}</Chip>
        <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          <time dateTime={lastAt}>{shownMoment(lastAt)}</time>
          {times > 1 && ` · 当日${times}次`}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          {side === 'viewers' ? '看到了您的' : '看到了'}
          {seen.join('、')}
        </Typography>
        {side === 'viewed' && <ReopenedContact view={view} store={store} />}
      </Stack>
    </Box>
  );
}
