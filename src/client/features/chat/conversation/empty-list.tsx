import { observer } from 'mobx-react-lite';
import { Notice } from '#client/ui/notice.tsx';
import type { ListedDialog } from './listed-dialog.ts';

/** Replaces the messages while they load, when they could not be loaded, or when there are none. */
export const EmptyList = observer(function EmptyList({ dialog }: { readonly dialog: ListedDialog }) {
  if (dialog.isLoading) return <Notice title="正在加载…" />;
  if (dialog.failure !== undefined)
    return <Notice isAlert title={dialog.failure} action={{ label: '重试', onPress: () => void dialog.load() }} />;
  return <Notice title="还没有消息">说明来意，更容易得到回复。</Notice>;
});
