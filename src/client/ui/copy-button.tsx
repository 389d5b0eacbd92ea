import { useState } from 'react';
import { PlainButton } from './plain-button.tsx';
import { copyText } from '#client/lib/clipboard.ts';

/** Copies a value and says so in its own place. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const copy = async () => setOutcome((await copyText(value)) ? 'copied' : 'refused');
  return (
    <>
      <PlainButton aria-label={`复制${label}`} onClick={() => void copy()}>
        {outcome === 'copied' ? '已复制' : '复制'}
      </PlainButton>
      <small
        role="status"
        className={outcome === 'refused' ? undefined : 'visually-hidden'}
        style={{ color: 'var(--danger)' }}
      >
        {outcome === 'refused' ? '复制失败，请手动选择' : outcome === 'copied' && '已复制'}
      </small>
    </>
  );
}
