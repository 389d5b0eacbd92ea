import type { ReactNode } from 'react';
import './page-head.css';

interface PageHeadProps {
  readonly title: string;
  readonly help: ReactNode;
  /** What can be done with the page as a whole. */
  readonly children?: ReactNode;
}

/** The title of a page, a sentence on its purpose, and its commands. */
export function PageHead({ title, help, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        <p>{help}</p>
      </div>
      {children}
    </header>
  );
}
