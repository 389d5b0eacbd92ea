import MenuIcon from '@mui/icons-material/Menu';
import SearchIcon from '@mui/icons-material/Search';
import { Fragment, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SearchBox } from '#client/features/search/search-box.tsx';
import { RecentWords } from '#client/features/search/search-word.ts';
import { SuggestionStore } from '#client/features/search/suggestion-store.ts';
import { logoText, productName } from '#client/lib/product.ts';
import { hashAddress } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { usePageTurn } from '#client/lib/use-page-turn.ts';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { ConsentGate } from './consent-gate.tsx';
import { Navigation } from './navigation.tsx';
import { PrintedHead } from './printed-head.tsx';
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
          <PopupHead title="导航" onClose={closeDrawer} closeLabel="关闭导航" />
          <Navigation stores={stores} onFollow={closeDrawer} isDrawer />
        </Drawer>
      )}
      <main id="content" className="shell-content" tabIndex={-1}>
        <PrintedHead />
        <Fragment key={pathname}>
          <Outlet />
        </Fragment>
      </main>
      <ConsentGate stores={stores} pathname={pathname} />
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
