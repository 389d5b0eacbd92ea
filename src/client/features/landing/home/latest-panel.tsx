import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ListView, RecordRow } from '#schemas/api/records.ts';
import { listColumns } from '#generators/columns.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import type { LatestStore } from './home-store.ts';

interface LatestPanelProps {
  readonly title: string;
  /** Route of the whole list. */
  readonly route: string;
  readonly store: LatestStore;
  readonly options: OptionLabels;
}

const SHOWN_FACTS = 3;

/** The newest records of one list, each with its first facts. */
export const LatestPanel = observer(function LatestPanel({ title, route, store, options }: LatestPanelProps) {
  useEffect(() => void store.latest.load(), [store]);
  const view = store.latest.value?.layout;
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1, p: 2, minWidth: 0 }}
    >
      <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="h2">{title}</Typography>
        <Link href={hashAddress(route)} underline="hover" variant="body2">
          查看全部
        </Link>
      </Stack>
      {store.latest.failure && (
        <Notice
          isAlert
          title={store.latest.failure.message}
          action={{ label: '重试', onPress: () => void store.latest.load() }}
        />
      )}
      {!store.latest.failure && !store.latest.value && <Skeleton variant="rounded" height={320} />}
      {store.latest.value?.list.length === 0 && <Notice title={`暂无${view?.label ?? title}`}>{view?.empty}</Notice>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {view &&
          store.latest.value?.list.map((row) => (
            <LatestRow key={row.id} view={view} row={row} late={store.lateArrival(row)} options={options} />
          ))}
      </Box>
    </Box>
  );
});

interface LatestRowProps {
  readonly view: ListView;
  readonly row: RecordRow;
  /** When the record came in, long after its event. */
  readonly late: string | undefined;
  readonly options: OptionLabels;
}

function LatestRow({ view, row, late, options }: LatestRowProps) {
  const facts = listColumns(view)
    .filter((column) => column.shown && !column.isName && recordValue(row, column.field.apiName) !== undefined)
    .slice(0, SHOWN_FACTS);
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
      <Link
        href={hashAddress(detailPath(view.objectApiName, row.id))}
        target="_blank"
        rel="noopener"
        underline="hover"
        sx={{
          display: 'block',
          fontWeight: 500,
          lineHeight: '24px',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {String(recordValue(row, view.nameField) ?? `#${row.id}`)}
      </Link>
      <Stack
        direction="row"
        sx={{
          gap: 2,
          mt: 0.25,
          fontSize: 12.5,
          lineHeight: '24px',
          color: 'text.secondary',
          '--cell-align': 'left',
          minWidth: 0,
        }}
      >
        {late !== undefined && (
          <Box component="span" title={`收录于 ${shownMoment(late)}，事件发生在此之前`} sx={{ flex: 'none' }}>
            历史补录
          </Box>
        )}
        {facts.map(({ field }) => {
          const Cell = cellOf(field);
          return (
            <Box key={field.apiName} title={field.label} sx={{ minWidth: 0, flex: '0 1 auto' }}>
              <Cell field={field} value={recordValue(row, field.apiName)} options={options} />
            </Box>
          );
        })}
      </Stack>
    </Box>
  );
}
