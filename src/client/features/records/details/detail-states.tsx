import { FAILURES } from '#shared/errors.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { SignInCard } from '#client/ui/sign-in-card.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';

interface RefusalProps {
  readonly failure: ApiFailure;
  readonly retry: () => void;
  readonly onUpgrade: () => void;
  /** The path of the page itself. */
  readonly path: string;
}

const GONE: readonly number[] = [FAILURES.UNKNOWN_RECORD.code, FAILURES.UNKNOWN_OBJECT.code];

/** Why there is no page, and what can be done about it. */
export function DetailRefusal({ failure, retry, onUpgrade, path }: RefusalProps) {
  if (failure.code === FAILURES.VIP_REQUIRED.code) {
    return <Notice isPage title={failure.message} action={{ label: '了解SVIP', onPress: onUpgrade }} />;
  }
  if (failure.status === 401)
    return (
      <div className="detail-closed">
        <SignInCard isPage title="这个页面登录后可见" path={path}>
          有人与您分享了一条记录的详情：基本信息、融资历程、相关各方与图表，均注明来源与时间。登录或注册后会直接打开它。
        </SignInCard>
      </div>
    );
  if (failure.code === FAILURES.RECORD_ARCHIVED.code)
    return (
      <Notice isPage title={failure.message}>
        记录已停止维护，不再出现在列表与搜索中；运营人员可以恢复。
      </Notice>
    );
  if (GONE.includes(failure.code) || failure.status === 404)
    return (
      <Notice isPage isAlert title={failure.message}>
        请检查链接是否完整，或返回列表重新查找。
      </Notice>
    );
  if (failure.status === 403)
    return (
      <Notice isPage isAlert title={failure.message}>
        如需访问，请联系管理员开通权限。
      </Notice>
    );
  return <Notice isPage isAlert title={failure.message} action={{ label: '重试', onPress: retry }} />;
}

/** The page before anything has come. */
export function DetailSkeleton() {
  return (
    <div className="detail" role="status" aria-label="正在加载">
      <div className="detail-main">
        <LoadingBlock height={168} />
        <LoadingBlock height={260} />
        <LoadingBlock height={180} />
      </div>
    </div>
  );
}
