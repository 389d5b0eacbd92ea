import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import { PERSONAL_PAGES, type PersonalPage, personalPath } from './pages.ts';
import './personal.css';

interface PersonalShellProps {
  readonly page: PersonalPage;
  /** Pages that are not for this user. */
  readonly hides?: readonly PersonalPage[];
  readonly onGo: (path: string) => void;
  readonly children: ReactNode;
}

const GROUPS = [...Map.groupBy(PERSONAL_PAGES, ({ group }) => group)];

/** The frame of the personal center: its pages at the side, on a phone as tabs above. */
export function PersonalShell({ page, hides = [], onGo, children }: PersonalShellProps) {
  const nav = useRef<HTMLElement>(null);
  // Of many tabs on a phone the open one is in sight.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && open)
      nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [page]);
  const follow = (event: MouseEvent, path: string) => {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo(path);
  };
  return (
    <div className="personal">
      <nav className="personal-nav" aria-label="个人中心" ref={nav}>
        {GROUPS.map(([group, pages]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {pages
                .filter(({ id }) => !hides.includes(id))
                .map(({ id, label }) => (
                  <li key={id}>
                    <a
                      href={hashAddress(personalPath(id))}
                      aria-current={id === page ? 'page' : undefined}
                      onClick={(event) => follow(event, personalPath(id))}
                    >
                      {label}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="personal-page">{children}</div>
    </div>
  );
}
