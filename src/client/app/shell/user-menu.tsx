import ExpandMore from '@mui/icons-material/ExpandMore';
import { observer } from 'mobx-react-lite';
import { useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { SVIP } from '#shared/policy/actor.ts';
import { loginPath } from '#client/lib/router.ts';
import type { PageTurns } from '#client/lib/page-turns.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { usePageTurn } from '#client/lib/use-page-turn.ts';
import { AppearanceButton, AppearanceMenu } from '#client/ui/appearance/appearance-menu.tsx';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { COMPANY_PAGES } from './own-pages.ts';
import type { SessionStore } from '#client/features/account/session/session-store.ts';

interface UserMenuProps {
  readonly session: SessionStore;
  readonly turns: PageTurns;
  /** Precedes the menu of a signed-in user; loaded later, in a place of its own. */
  readonly bell: ReactNode;
}

/** Who is signed in, and the way out. */
export const UserMenu = observer(function UserMenu({ session, turns, bell }: UserMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [appearance, setAppearance] = useState<HTMLElement | null>(null);
  const { pathname, search } = useLocation();
  const goTo = useGoTo();
  usePageTurn(turns, () => setAnchor(null));
  const { profile } = session;
  if (!profile) {
    return (
      <>
        <AppearanceButton />
        <PlainButton look="outlined" tone="quiet" onClick={() => goTo(loginPath(pathname + search))}>
          登录
        </PlainButton>
      </>
    );
  }
  return (
    <>
      <span className="user-bell">{bell}</span>
      <PlainButton
        tone="quiet"
        className="user-menu"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {profile.vipType === SVIP && <small className="user-vip">SVIP</small>}
        <span className="user-name">{profile.name}</span>
        <ExpandMore />
      </PlainButton>
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={[
          { label: '个人中心', onChoose: () => goTo('/personalCenter') },
          { label: '身份认证', onChoose: () => goTo('/personalCenter?page=identity') },
          { label: '我的订阅', onChoose: () => goTo('/personalCenter?page=subscriptions') },
          { label: '数据导出', onChoose: () => goTo('/personalCenter?page=exports') },
          { label: '账号安全', onChoose: () => goTo('/personalCenter?page=security') },
          ...(profile.speaksForCompany ? [] : COMPANY_PAGES).map(({ label, path }) => ({
            label,
            onChoose: () => goTo(path),
          })),
          { label: '我的纠错', onChoose: () => goTo('/corrections') },
          { label: '开放接口', onChoose: () => goTo('/developer') },
          { label: '外观', onChoose: () => setAppearance(button.current) },
          { label: '退出登录', onChoose: () => void session.signOut() },
        ]}
      />
      <AppearanceMenu anchor={appearance} onClose={() => setAppearance(null)} />
    </>
  );
});
