interface MarkedProps {
  readonly text: string;
  readonly word: string;
}

/** A text with the searched word marked where it occurs; found by pinyin or another script, nothing is marked. */
export function Marked({ text, word }: MarkedProps) {
  const wanted = word.trim();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
