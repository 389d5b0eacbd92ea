import LockOutlined from '@mui/icons-material/LockOutlined';
import { observer } from 'mobx-react-lite';
import { detailPath, hashAddress, loginPath } from '#client/lib/router.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { lockedParts, unsignedParts } from './hidden-parts.ts';
import type { RecordDetailStore } from './record-detail-store.ts';

/** Parts that are named; the number says how many there are. */
const NAMED = 5;

interface LockedBannerProps {
  readonly store: RecordDetailStore;
  readonly onUpgrade: () => void;
}

/** Everything that members see and this person does not, said once. None of it is on this machine. */
export const LockedBanner = observer(function LockedBanner({ store, onUpgrade }: LockedBannerProps) {
  const { labels, count } = lockedParts(store);
  const unsigned = unsignedParts(store);
  if (unsigned.length > 0)
    return (
      <section className="detail-locked" aria-label="登录后可见">
        <LockOutlined sx={{ fontSize: 18 }} aria-hidden />
        <p>登录后查看：{unsigned.join('、')}</p>
        <PlainLink look="outlined" href={hashAddress(loginPath(detailPath(store.objectApiName, store.id)))}>
          登录
        </PlainLink>
      </section>
    );
  if (count === 0) return null;
  return (
    <section className="detail-locked" aria-label="会员内容">
      <LockOutlined sx={{ fontSize: 18 }} aria-hidden />
      <p>
        升级 SVIP 查看：{labels.slice(0, NAMED).join('、')}
        {labels.length > NAMED ? '等' : ''} {count} 项
      </p>
      {!store.as && (
        <PlainButton look="outlined" onClick={onUpgrade}>
          开通SVIP查看
        </PlainButton>
      )}
    </section>
  );
});
