import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { detailSections } from '#generators/detail.ts';
import { FAILURES } from '#shared/errors.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { DetailHeader } from './detail-header.tsx';
import { DetailSection } from './detail-section.tsx';
import { RelatedList } from './related-list.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';
import './record-detail.css';

interface RecordDetailPageProps {
  readonly store: RecordDetailStore;
  readonly options: OptionLabels;
  readonly onUpgrade: () => void;
  readonly onSignIn: () => void;
}

/** The page of any record, as the detail layout of its object says. */
export const RecordDetailPage = observer(function RecordDetailPage({
  store,
  options,
  onUpgrade,
  onSignIn,
}: RecordDetailPageProps) {
  useEffect(() => void store.load(), [store]);
  const { definition, reply } = store;
  usePageTitle(store.name || definition?.label || '详情');
  if (store.status === 'failed' && store.failure)
    return (
      <Refusal failure={store.failure} retry={() => void store.load()} onUpgrade={onUpgrade} onSignIn={onSignIn} />
    );
  if (!definition || !reply) return <DetailSkeleton />;
  const part = { store, options, onUpgrade };
  const sections = detailSections(definition);
  const anchors = [...sections, ...store.related.map((related) => related.layout)];
  return (
    <article className="detail">
      <div className="detail-main">
        <DetailHeader {...part} definition={definition} />
        {sections.map((section) => (
          <DetailSection key={section.id} {...part} section={section} />
        ))}
        {store.related.map((related) => (
          <RelatedList key={related.layout.id} store={related} options={options} />
        ))}
      </div>
      <nav className="detail-nav" aria-label="页内导航">
        <ul>
          {anchors.map(({ id, label }) => (
            <li key={id}>
              {/* The hash holds the route, so an anchor is scrolled to instead of linked to. */}
              <button type="button" onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </article>
  );
});

interface RefusalProps {
  readonly failure: ApiFailure;
  readonly retry: () => void;
  readonly onUpgrade: () => void;
  readonly onSignIn: () => void;
}

const GONE: readonly number[] = [FAILURES.UNKNOWN_RECORD.code, FAILURES.UNKNOWN_OBJECT.code];

/** Why there is no page, and what can be done about it. */
function Refusal({ failure, retry, onUpgrade, onSignIn }: RefusalProps) {
  if (failure.code === FAILURES.VIP_REQUIRED.code) {
    return <Notice title={failure.message} action={{ label: '了解SVIP', onPress: onUpgrade }} />;
  }
  if (failure.status === 401)
    return <Notice isAlert title={failure.message} action={{ label: '登录', onPress: onSignIn }} />;
  if (GONE.includes(failure.code) || failure.status === 404)
    return (
      <Notice isAlert title={failure.message}>
        请检查链接是否完整，或返回列表重新查找。
      </Notice>
    );
  if (failure.status === 403)
    return (
      <Notice isAlert title={failure.message}>
        如需访问，请联系管理员开通权限。
      </Notice>
    );
  return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: retry }} />;
}

function DetailSkeleton() {
  return (
    <div className="detail" role="status" aria-label="正在加载">
      <div className="detail-main">
        <Skeleton variant="rounded" height={168} />
        <Skeleton variant="rounded" height={260} />
        <Skeleton variant="rounded" height={180} />
      </div>
    </div>
  );
}
