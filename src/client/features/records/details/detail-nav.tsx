import { useEffect, useRef, useState } from 'react';

interface Anchor {
  readonly id: string;
  readonly label: string;
}

/** Pixels below the top of the window where reading happens: what begins above is what is being read. */
const READING_LINE = 180;

/** The anchor of the part being read: the last that begins above the reading line. */
function readAt(anchors: readonly Anchor[]): string | undefined {
  const above = anchors.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top <= READING_LINE;
  });
  return (above.at(-1) ?? anchors[0])?.id;
}

/** The parts of the page, the one being read marked. */
export function DetailNav({ anchors }: { readonly anchors: readonly Anchor[] }) {
  const [current, setCurrent] = useState(anchors[0]?.id);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setCurrent(readAt(anchors)));
    };
    // The page scrolls inside the shell: captured here whichever element it is.
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', follow, { capture: true });
    };
  }, [anchors]);
  useEffect(() => {
    const marked = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && marked) list.current.scrollLeft = marked.offsetLeft - list.current.clientWidth / 3;
  }, [current]);
  return (
    <nav className="detail-nav" aria-label="页内导航">
      <ul ref={list}>
        {anchors.map(({ id, label }) => (
          <li key={id}>
            {/* The hash holds the route, so an anchor is scrolled to instead of linked to. */}
            <button
              type="button"
              aria-current={id === current ? 'location' : undefined}
              onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
