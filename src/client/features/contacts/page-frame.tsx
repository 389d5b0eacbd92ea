import Stack from '@mui/material/Stack';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { PagedList } from '#client/lib/paged-list.ts';

interface PageFrameProps {
  readonly title: string;
  readonly help: string;
  readonly children: ReactNode;
}

/** What a page is and what for, above what it holds. */
export function PageFrame({ title, help, children }: PageFrameProps) {
  usePageTitle(title);
  return (
    <div className="page-column">
      <PageHead title={title} help={help} />
      {children}
    </div>
  );
}

interface PagedEntriesProps<T extends object> {
  readonly store: PagedList<T>;
  readonly label: string;
  /** Said when there is nothing. */
  readonly empty: string;
  readonly renderEntry: (entry: T) => ReactNode;
}

/** A list that comes page by page, with what is shown in its place while it loads, fails or is empty. */
export const PagedEntries = observer(function PagedEntries<T extends object>(props: PagedEntriesProps<T>) {
  const { store, label, empty, renderEntry } = props;
  const { list, failure } = store;
  return (
    <>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!failure && !list && <LoadingBlock height={180} />}
      {list?.length === 0 && <Notice title={empty} />}
      {list !== undefined && list.length > 0 && (
        <Stack
          component="ul"
          aria-label={label}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            '& > li': { p: 1.5, px: 2, minWidth: 0 },
            '& > li + li': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          {list.map(renderEntry)}
        </Stack>
      )}
      <MoreButton pages={store} />
    </>
  );
});
