import type { ReactNode } from 'react';
import type { OptionTone } from '#schemas/metadata/option-set.ts';
import './chip.css';

interface ChipProps {
  readonly tone?: OptionTone | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A calm label around an option; the colour says nothing that the words do not. */
export const Chip = ({ tone, title, children }: ChipProps) => (
  <span className="chip" data-tone={tone} title={title}>
    {children}
  </span>
);
