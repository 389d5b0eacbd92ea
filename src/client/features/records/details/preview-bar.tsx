import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { detailPath, hashAddress, previewPath } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';

const VIEWPOINTS: readonly { readonly as: Viewpoint; readonly label: string }[] = [
  { as: 'investor', label: '认证投资人与 SVIP' },
  { as: 'member', label: '未认证用户' },
];
/** With whose eyes staff look as well: named while they do. */
const OTHERS: typeof VIEWPOINTS = [
  { as: 'founder', label: '创业者' },
  { as: 'organisation', label: '服务机构' },
  { as: 'svip', label: 'SVIP' },
  { as: 'visitor', label: '访客' },
];

/** Above a page of the own company that is looked at as others see it: who they are, and the way to the others and back. */
export function PreviewBar({ store: { objectApiName, id, as } }: { readonly store: RecordDetailStore }) {
  return (
    <section className="detail-preview" aria-label="预览">
      <VisibilityOutlined sx={{ fontSize: 18 }} aria-hidden />
      <p>正在预览他人看到的页面。联系方式与 BP 由“联系方式设置”决定，不在预览中。</p>
      <nav aria-label="以谁的身份预览">
        {[...VIEWPOINTS, ...OTHERS.filter((one) => one.as === as)].map((one) => (
          <PlainLink
            key={one.as}
            look={one.as === as ? 'outlined' : 'text'}
            aria-current={one.as === as ? 'page' : undefined}
            href={hashAddress(previewPath(objectApiName, id, one.as))}
          >
            {one.label}
          </PlainLink>
        ))}
        <PlainLink tone="quiet" href={hashAddress(detailPath(objectApiName, id))}>
          退出预览
        </PlainLink>
      </nav>
    </section>
  );
}
