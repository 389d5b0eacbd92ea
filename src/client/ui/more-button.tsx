import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';

interface MoreButtonProps {
  /** A list that comes page by page. */
  readonly pages: {
    readonly after: string | null;
    readonly isLoadingMore: boolean;
    readonly loadMore: () => Promise<void>;
  };
}

/** The way to the next page, as long as there is one. */
export const MoreButton = observer(function MoreButton({ pages }: MoreButtonProps) {
  if (pages.after === null) return null;
  return (
    <Button disabled={pages.isLoadingMore} onClick={() => void pages.loadMore()} sx={{ alignSelf: 'center' }}>
      {pages.isLoadingMore ? '正在加载…' : '加载更多'}
    </Button>
  );
});
