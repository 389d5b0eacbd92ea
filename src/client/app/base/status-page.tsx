import type { ReactNode } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { HelpAt } from '#client/ui/help-at.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import '#client/app/shell/shell.css';

interface StatusPageProps {
  /** A short sign such as 404. */
  readonly sign?: string;
  readonly title: string;
  readonly text: string;
  /** The way on; home when absent. */
  readonly action?: ReactNode;
  /** Whether it has no frame around it, which is the main landmark of the page otherwise. */
  readonly isBare?: boolean;
  /** Its address, of which the help center says more. */
  readonly place?: string;
}

function StatusPage({ sign, title, text, action, isBare = false, place }: StatusPageProps) {
  usePageTitle(title);
  const Landmark = isBare ? 'main' : 'div';
  return (
    <Landmark className="status-page">
      {sign !== undefined && (
        <span className="status-sign" aria-hidden>
          {sign}
        </span>
      )}
      <h1>{title}</h1>
      <p>{text}</p>
      {place !== undefined && <HelpAt place={place} />}
      {action ?? (
        <PlainLink look="outlined" href={hashAddress('/home')}>
          返回首页
        </PlainLink>
      )}
    </Landmark>
  );
}

const FORBIDDEN = {
  sign: '403',
  place: '/403',
  title: '没有访问权限',
  text: '您没有权限查看此页面。如需访问，请联系管理员。',
};
const NOT_FOUND = { sign: '404', place: '/404', title: '页面不存在', text: '链接可能有误，或内容已被移除。' };

export const ForbiddenPage = () => <StatusPage {...FORBIDDEN} />;
export const BareForbiddenPage = () => <StatusPage {...FORBIDDEN} isBare />;
export const NotFoundPage = () => <StatusPage {...NOT_FOUND} />;
export const BareNotFoundPage = () => <StatusPage {...NOT_FOUND} isBare />;

const reload = (
  <PlainButton look="outlined" onClick={() => window.location.reload()}>
    刷新页面
  </PlainButton>
);

/** What a person sees when a page broke, or when its files were replaced by a newer release. */
export const BrokenPage = () => (
  <StatusPage title="页面出错了" text="页面可能已更新，请刷新重试；如仍然出现，请联系客服。" action={reload} isBare />
);
