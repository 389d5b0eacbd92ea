import type { ReactNode } from 'react';

// Set on the element: a region that scrolls must be reached by keyboard even when nothing in it can be.
const reachable = (node: HTMLDivElement | null) => node?.setAttribute('tabindex', '0');

interface ScrollBoxProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A wide table that scrolls in its own box, by keyboard too. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <div ref={reachable} className={className} role="region" aria-label={label}>
      {children}
    </div>
  );
}
