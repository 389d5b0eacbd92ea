import Search from '@mui/icons-material/Search';
import { useEffect, useState } from 'react';

const DELAY_MS = 300;

interface KeywordFieldProps {
  readonly value: string;
  readonly onChange: (next: string) => void;
}

/** Searches shortly after the last key; a text still being composed is not searched for. */
export function KeywordField({ value, onChange }: KeywordFieldProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const [isComposing, setComposing] = useState(false);
  // Another URL brings another keyword; the one that was typed here comes back and changes nothing.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  useEffect(() => {
    if (isComposing || text === value) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      onChange(text);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, value, isComposing, onChange]);
  return (
    <label className="keyword-field">
      <Search aria-hidden />
      <input
        type="search"
        aria-label="搜索关键词"
        placeholder="搜索关键词"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
    </label>
  );
}
