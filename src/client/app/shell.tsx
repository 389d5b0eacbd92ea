import HomeOutlined from '@mui/icons-material/HomeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import { Fragment, lazy, Suspense, useState, type MouseEvent } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { logoText, productName } from '#client/lib/product.ts';
import { hashAddress } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import type { AppStores } from './stores.ts';
import { UserMenu } from './user-menu.tsx';
import './shell.css';

const Drawer = lazy(async () => import('@mui/material/Drawer'));

/** The frame of every screen behind the session: top bar, navigation, the routed page keyed by its path. */
export function Shell({ stores }: { readonly stores: AppStores }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const closeDrawer = () => setDrawerOpen(false);
  return (
    <div className="shell">
      {/* The hash holds the route, so the skip link moves focus instead of following an anchor. */}
      <button type="button" className="shell-skip" onClick={() => document.getElementById('content')?.focus()}>
        跳到主要内容
      </button>
      <header className="shell-top">
        <IconButton className="shell-burger" color="inherit" aria-label="打开导航" onClick={() => setDrawerOpen(true)}>
          <MenuIcon />
        </IconButton>
        <a href={hashAddress('/home')} className="shell-brand">
          <span className="shell-logo" aria-hidden>
            {logoText()}
          </span>
          {productName()}
        </a>
        <UserMenu session={stores.session} />
      </header>
      <Navigation stores={stores} />
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <Drawer open onClose={closeDrawer}>
            <Box onClick={closeDrawer} sx={{ width: 232 }}>
              <Navigation stores={stores} isDrawer />
            </Box>
          </Drawer>
        </Suspense>
      )}
      <main id="content" className="shell-content" tabIndex={-1}>
        <Suspense fallback={null}>
          <Fragment key={pathname}>
            <Outlet />
          </Fragment>
        </Suspense>
      </main>
    </div>
  );
}

interface NavigationProps {
  readonly stores: AppStores;
  readonly isDrawer?: boolean;
}

/** Home and every list there is, as the server's metadata says. */
const Navigation = observer(function Navigation({ stores, isDrawer = false }: NavigationProps) {
  const { lists } = stores.catalog;
  const goTo = useGoTo();
  const follow = (path: string) => (event: MouseEvent) => {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(path);
  };
  return (
    <nav className={isDrawer ? 'shell-nav shell-nav-drawer' : 'shell-nav'} aria-label="主导航">
      <NavLink to="/home" onClick={follow('/home')}>
        <HomeOutlined sx={{ fontSize: 18 }} aria-hidden />
        首页
      </NavLink>
      {lists.length > 0 && <p>数据洞察</p>}
      {lists.map((object) => (
        <NavLink key={object.apiName} to={object.route} onClick={follow(object.route)}>
          {object.label}
        </NavLink>
      ))}
    </nav>
  );
});
