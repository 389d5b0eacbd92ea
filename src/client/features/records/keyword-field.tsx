import Search from '@mui/icons-material/Search';
import InputBase from '@mui/material/InputBase';
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
    if (value !== sent) setText(value);
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
    <InputBase
      type="search"
      placeholder="搜索关键词"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      inputProps={{ 'aria-label': '搜索关键词', maxLength: 100 }}
      startAdornment={<Search sx={{ fontSize: 18, mr: 0.75, color: 'text.secondary' }} />}
      sx={{
        flex: { xs: '1 1 0', sm: '0 1 240px' },
        minWidth: 96,
        height: 32,
        px: 1,
        fontSize: 13.5,
        border: 1,
        borderColor: 'var(--line-strong)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&.Mui-focused': { borderColor: 'primary.main', boxShadow: '0 0 0 1px var(--brand)' },
      }}
    />
  );
}
