import type { ComponentProps, ReactNode } from 'react';
import './plain-button.css';

interface Look {
  /** `icon` is round and holds an icon alone. */
  readonly look?: 'text' | 'outlined' | 'filled' | 'icon';
  /** `quiet` has the colour of the text around it. */
  readonly tone?: 'brand' | 'quiet';
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string;
}

const classes = (more: string | undefined) => (more === undefined ? 'plain-button' : `plain-button ${more}`);

/**
 * A button in the look of the theme's, without the 20 KB of MUI's: for what a screen shows before its content.
 * What is loaded later uses MUI's.
 */
export function PlainButton({
  look = 'text',
  tone = 'brand',
  icon,
  children,
  className,
  ...rest
}: Look & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classes(className)} data-look={look} data-tone={tone}>
      {icon}
      {children}
    </button>
  );
}

/** A link in the same look. */
export function PlainLink({
  look = 'text',
  tone = 'brand',
  icon,
  children,
  className,
  ...rest
}: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classes(className)} data-look={look} data-tone={tone}>
      {icon}
      {children}
    </a>
  );
}
