import type { ReactNode } from 'react';
import { detailPath, hashAddress } from '#client/lib/router.ts';

interface PersonLinkProps {
  /** The account whose page it is; undefined for a user who opened none, whose name leads nowhere. */
  readonly page: string | undefined;
  readonly children?: ReactNode;
}

/** The name of a user, which leads to the page that the user opened to others. */
export function PersonLink({ page, children }: PersonLinkProps) {
  if (page === undefined) return children;
  return (
    <a href={hashAddress(detailPath('PersonPage', page))} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
