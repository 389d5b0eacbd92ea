import { useState } from 'react';

interface Held<Shape> {
  /** The text that the blocks were read from, or were written to last. */
  readonly source: string;
  readonly shape: Shape | undefined;
}

/**
 * The blocks of an expression beside its text: blocks that are half said are kept here alone, and a text that was changed
 * elsewhere is read again. Undefined where the text has no block form.
 */
export function useBlockView<Shape>(
  source: string,
  read: (source: string) => Shape | undefined,
  /** Undefined while the blocks say too little. */
  write: (shape: Shape) => string | undefined,
  onChange: (source: string) => void,
): readonly [Shape | undefined, (shape: Shape) => void] {
  const [held, setHeld] = useState<Held<Shape>>(() => ({ source, shape: read(source) }));
  const current = held.source === source ? held : { source, shape: read(source) };
  if (current !== held) setHeld(current);
  const put = (shape: Shape) => {
    const written = write(shape) ?? source;
    setHeld({ source: written, shape });
    if (written !== source) onChange(written);
  };
  return [current.shape, put];
}
