import { useId, type ComponentProps, type ReactNode } from 'react';
import './plain-field.css';

interface PlainFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
  /** What to know beforehand. */
  readonly help?: ReactNode;
  /** Shown inside the frame before or after the text. */
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

/** A labelled line of text with its help and its problem, without MUI: for screens that must be there at once. */
export function PlainField({ label, onChange, problem, help, start, end, ...input }: PlainFieldProps) {
  const id = useId();
  const describedBy = [problem !== undefined && `${id}-problem`, help !== undefined && `${id}-help`].filter(Boolean);
  return (
    <div className="plain-field" data-wrong={problem !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="plain-field-frame">
        {start}
        <input
          {...input}
          id={id}
          aria-invalid={problem !== undefined}
          aria-describedby={describedBy.join(' ') || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="plain-field-problem">
          {problem}
        </p>
      )}
      {help !== undefined && (
        <div id={`${id}-help`} className="plain-field-help">
          {help}
        </div>
      )}
    </div>
  );
}
