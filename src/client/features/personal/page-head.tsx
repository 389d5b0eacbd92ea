import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  readonly help: ReactNode;
  /** What can be done with the page as a whole. */
  readonly children?: ReactNode;
}

/** What a page of the personal center is, and what for. */
export function PageHead({ title, help, children }: PageHeadProps) {
  return (
    <header className="personal-head">
      <div>
        <h1>{title}</h1>
        <p>{help}</p>
      </div>
      {children}
    </header>
  );
}
