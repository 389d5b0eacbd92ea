import HomeOutlined from '@mui/icons-material/HomeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import SearchIcon from '@mui/icons-material/Search';
import { observer } from 'mobx-react-lite';
import { Fragment, useState, type MouseEvent } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { LIST_ROOT, MARKET_ROOT } from '#schemas/generated/metadata/names.ts';
import { SearchBox } from '#client/features/search/search-box.tsx';
import { RecentWords } from '#client/features/search/search-word.ts';
import { SuggestionStore } from '#client/features/search/suggestion-store.ts';
import { logoText, productName } from '#client/lib/product.ts';
import { hashAddress } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { usePageTurn } from '#client/lib/use-page-turn.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { UserMenu } from './user-menu.tsx';
import './shell.css';
import { PlainButton } from '#client/ui/plain-button.tsx';

const NoticeBell = lazyPart(async () => (await import('./notice-bell.tsx')).NoticeBell);
const Drawer = lazyPart(async () => (await import('@mui/material/Drawer')).default);

/** The frame of every screen behind the session: top bar, navigation, the routed page keyed by its path. */
export function Shell({ stores }: { readonly stores: AppStores }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const closeDrawer = () => setDrawerOpen(false);
  usePageTurn(stores.turns, closeDrawer);
  return (
    <div className="shell">
      {/* The hash holds the route, so the skip link moves focus instead of following an anchor. */}
      <button type="button" className="shell-skip" onClick={() => document.getElementById('content')?.focus()}>
        跳到主要内容
      </button>
      <header className="shell-top">
        <PlainButton
          look="icon"
          tone="quiet"
          icon={<MenuIcon />}
          className="shell-burger"
          aria-label="打开导航"
          onClick={() => setDrawerOpen(true)}
        />
        <a href={hashAddress('/home')} className="shell-brand">
          <span className="shell-logo" aria-hidden>
            {logoText()}
          </span>
          <span className="shell-name">{productName()}</span>
        </a>
        {!pathname.startsWith('/search') && <TopSearch stores={stores} />}
        <UserMenu session={stores.session} turns={stores.turns} bell={<NoticeBell stores={stores} />} />
      </header>
      <Navigation stores={stores} />
      {isDrawerOpen && (
        <Drawer open onClose={closeDrawer}>
          <Navigation stores={stores} onFollow={closeDrawer} isDrawer />
        </Drawer>
      )}
      <main id="content" className="shell-content" tabIndex={-1}>
        <Fragment key={pathname}>
          <Outlet />
        </Fragment>
      </main>
    </div>
  );
}

/** The search box on the bar; on a phone a way to the search page in its place. */
function TopSearch({ stores }: { readonly stores: AppStores }) {
  const [store] = useState(() => new SuggestionStore(stores.api, new RecentWords(window.localStorage)));
  const goTo = useGoTo();
  return (
    <>
      <SearchBox store={store} onGo={goTo} look="bar" word="" />
      <a className="shell-search" href={hashAddress('/search')} aria-label="搜索">
        <SearchIcon aria-hidden />
      </a>
    </>
  );
}

/** What product staff see to, by what it is about. */
const STAFF_LINKS = [
  [
    '数据管理',
    [
      ['/staff/metadata', '元数据'],
      ['/staff/options', '选项集'],
      ['/staff/audit', '元数据变更'],
      ['/staff/import', '导入'],
      ['/staff/bulk-edits', '批量编辑'],
      ['/staff/gone-records', '归档与删除'],
      ['/staff/corrections', '纠错审核'],
      ['/staff/quality', '数据质量'],
      ['/staff/duplicates?state=open', '疑似重复'],
      ['/staff/merges', '合并记录'],
    ],
  ],
  [
    '运营管理',
    [
      ['/staff/users', '用户'],
      ['/staff/identity', '认证审核'],
      ['/staff/investor-links', '投资人关联'],
      ['/staff/financing', '融资审核'],
      ['/staff/reports?state=open', '举报'],
      ['/staff/notices', '系统通知'],
      ['/staff/lives', '直播'],
      ['/staff/orders', '订单'],
      ['/staff/codes', '兑换码'],
      ['/staff/white-list', '白名单'],
      ['/staff/record-contacts', '记录的联系人'],
      ['/staff/log', '操作日志'],
    ],
  ],
] as const;

/** Lists by the root of their addresses, in the order of the navigation. */
const LIST_GROUPS = [
  [LIST_ROOT, '数据洞察'],
  [MARKET_ROOT, '投融资对接'],
] as const;

interface NavigationProps {
  readonly stores: AppStores;
  readonly isDrawer?: boolean;
  /** Called when a way has been taken. */
  readonly onFollow?: () => void;
}

/** Home and every list there is, as the server's metadata says. */
const Navigation = observer(function Navigation({ stores, isDrawer = false, onFollow }: NavigationProps) {
  const { lists } = stores.catalog;
  const goTo = useGoTo();
  const follow = (path: string) => (event: MouseEvent) => {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    goTo(path);
  };
  return (
    <nav className={isDrawer ? 'shell-nav shell-nav-drawer' : 'shell-nav'} aria-label="主导航">
      <NavLink to="/home" onClick={follow('/home')}>
        <HomeOutlined sx={{ fontSize: 18 }} aria-hidden />
        首页
      </NavLink>
      {LIST_GROUPS.map(([root, group]) => {
        const members = lists.filter(({ route }) => route.startsWith(`${root}/`));
        return (
          <Fragment key={root}>
            {members.length > 0 && <p>{group}</p>}
            {members.map((object) => (
              <NavLink key={object.apiName} to={object.route} onClick={follow(object.route)}>
                {object.label}
              </NavLink>
            ))}
          </Fragment>
        );
      })}
      {stores.session.profile?.staff === true &&
        STAFF_LINKS.map(([group, links]) => (
          <Fragment key={group}>
            <p>{group}</p>
            {links.map(([path, label]) => (
              <NavLink key={path} to={path} onClick={follow(path)}>
                {label}
              </NavLink>
            ))}
          </Fragment>
        ))}
    </nav>
  );
});
