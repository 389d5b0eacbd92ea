import type { CSSProperties, ReactNode } from 'react';
import './cells.css';

// A page that has room for the whole value sets `--cell-wrap: pre-wrap` on an ancestor; lists leave it alone.
const CLIPPED: CSSProperties = {
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'var(--cell-wrap, nowrap)',
  overflowWrap: 'anywhere',
};
// Lists align numbers right; a detail page sets `--cell-align: left`.
const FIGURES: CSSProperties = {
  ...CLIPPED,
  textAlign: 'var(--cell-align, right)' as CSSProperties['textAlign'],
  fontVariantNumeric: 'tabular-nums',
};

interface ClippedProps {
  readonly children: ReactNode;
  /** The whole, shown on hover. */
  readonly title?: string | undefined;
  /** Numbers are aligned right, in figures of one width. */
  readonly figures?: boolean;
}

/** One line that ends in an ellipsis where it is too long, with the whole on hover. */
export function Clipped({ children, title, figures = false }: ClippedProps) {
  return (
    <span style={figures ? FIGURES : CLIPPED} title={title}>
      {children}
    </span>
  );
}

const FAINT: CSSProperties = { opacity: 0.38 };

/** Shown where there is no value. */
export function Empty({ figures = false }: { readonly figures?: boolean }) {
  return (
    <span style={figures ? { ...FIGURES, ...FAINT } : FAINT} aria-label="无">
      —
    </span>
  );
}

/** True for every value that means nothing is known. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
