import HomeOutlined from '@mui/icons-material/HomeOutlined';
import QuestionAnswerOutlined from '@mui/icons-material/QuestionAnswerOutlined';
import { observer } from 'mobx-react-lite';
import { Fragment, useEffect, type MouseEvent } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { waitingWords } from '#client/features/staff/waiting-store.ts';
import { ObjectIcon } from '#client/ui/object-icon.tsx';
import { LegalLinks } from '#client/ui/legal-links.tsx';
import { useGoTo } from '#client/lib/use-go-to.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { groupOf, type NavGroup, navGroups, type NavLinkTo, routeOf } from './nav-groups.ts';
import { ownPages } from './own-pages.ts';
import './navigation.css';

interface NavigationProps {
  readonly stores: AppStores;
  readonly isDrawer?: boolean;
  /** Called when a way has been taken. */
  readonly onFollow?: () => void;
}

/** Home and every list there is, as the server's metadata says; for staff what they see to, with what waits there. */
export const Navigation = observer(function Navigation({ stores, isDrawer = false, onFollow }: NavigationProps) {
  const { catalog, session, waiting, menu } = stores;
  const { pathname } = useLocation();
  const goTo = useGoTo();
  const lists = navGroups(catalog.inMenu, (action) => session.may(action));
  const groups = [...ownPages(session.profile), ...lists];
  const present = groupOf(groups, pathname)?.name;
  useEffect(() => menu.arrive(present), [menu, present, pathname]);
  const follow = (path: string) => (event: MouseEvent) => {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    goTo(path);
  };
  const links = (group: NavGroup) =>
    group.links.map((link) => (
      <NavLink key={link.path} to={link.path} onClick={follow(link.path)}>
        {link.icon && <ObjectIcon icon={link.icon} />}
        {link.label}
        <Badge count={waiting.countAt(routeOf(link))} />
      </NavLink>
    ));
  return (
    <nav className={isDrawer ? 'shell-nav shell-nav-drawer' : 'shell-nav'} aria-label="主导航">
      <NavLink to="/home" onClick={follow('/home')}>
        <HomeOutlined sx={{ fontSize: 18 }} aria-hidden />
        首页
      </NavLink>
      <NavLink to="/jingchat" onClick={follow('/jingchat')}>
        <QuestionAnswerOutlined sx={{ fontSize: 18 }} aria-hidden />
        智能问答
      </NavLink>
      {groups.map((group) =>
        group.folds === undefined ? (
          <Fragment key={group.name}>
            <p>{group.name}</p>
            {links(group)}
          </Fragment>
        ) : (
          <Folding key={group.name} stores={stores} group={group} idPrefix={isDrawer ? 'drawer' : 'nav'}>
            {links(group)}
          </Folding>
        ),
      )}
      <LegalLinks />
    </nav>
  );
});

interface FoldingProps {
  readonly stores: AppStores;
  readonly group: NavGroup;
  readonly idPrefix: string;
  readonly children: React.ReactNode;
}

/** A group that folds; folded, its heading says how much waits within. */
const Folding = observer(function Folding({ stores, group, idPrefix, children }: FoldingProps) {
  const { menu, waiting } = stores;
  const atFirst = group.folds === 'open';
  const isOpen = menu.isOpen(group.name, atFirst);
  const id = `${idPrefix}-${group.name}`;
  const inside = (links: readonly NavLinkTo[]) => links.reduce((sum, link) => sum + waiting.countAt(routeOf(link)), 0);
  return (
    <>
      <button
        type="button"
        className="shell-group"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => menu.toggle(group.name, atFirst)}
      >
        {group.name}
        {!isOpen && <Badge count={inside(group.links)} />}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
});

/** How much waits; nothing where nothing does. */
function Badge({ count }: { readonly count: number }) {
  const words = waitingWords(count);
  if (words === '') return null;
  return (
    <>
      <span className="visually-hidden">，{words} 条待处理</span>
      <span className="shell-badge" aria-hidden>
        {words}
      </span>
    </>
  );
}
