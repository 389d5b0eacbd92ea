import { useState, type ChangeEvent } from 'react';

/** The text in an input while a person types. */
export interface TypedText {
  readonly text: string;
  /** Puts another text there and keeps it for the person's own, so that its value coming back changes nothing. */
  readonly show: (text: string) => void;
  readonly handlers: {
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    readonly onCompositionStart: () => void;
    readonly onCompositionEnd: (event: { readonly target: EventTarget | null }) => void;
  };
}

/**
 * Keeps what is typed in the input itself and hands it on at every key, but for an input method (Chinese, Japanese) only
 * when its composition ends: half a syllable is no value.
 *
 * `value` is the owner's text; when it becomes another one than was handed on, it replaces what was typed.
 */
export function useTypedText(value: string, commit: (text: string) => string | void): TypedText {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [composing, setComposing] = useState(false);

  if (value !== seen) {
    setSeen(value);
    if (!composing) setText(value);
  }
  const handOn = (next: string) => setSeen(commit(next) ?? next);

  return {
    text,
    show: (next) => {
      setText(next);
      setSeen(next);
    },
    handlers: {
      onChange: (event) => {
        setText(event.target.value);
        if (!composing) handOn(event.target.value);
      },
      onCompositionStart: () => {
        setComposing(true);
      },
      onCompositionEnd: (event) => {
        setComposing(false);
        handOn((event.target as HTMLInputElement).value);
      },
    },
  };
}
