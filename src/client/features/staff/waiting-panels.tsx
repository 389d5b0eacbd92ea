import Link from '@mui/material/Link';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { WaitingQueue } from '#schemas/api/waiting.ts';
import { ageWords } from '#shared/time/age-words.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { waitingWords, type WaitingStore } from './waiting-store.ts';
import './waiting-panels.css';

interface WaitingPanelsProps {
  readonly store: WaitingStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What waits for staff: each queue with its number, how long its oldest entry has waited, and the way to the first few. */
export const WaitingPanels = observer(function WaitingPanels({ store, now }: WaitingPanelsProps) {
  const { waiting, failure } = store;
  // What was counted while the user was elsewhere may be old.
  useEffect(() => store.refresh(), [store]);
  if (failure)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => store.refresh() }} />;
  if (!waiting) return <LoadingBlock height={160} />;
  if (waiting.length === 0)
    return <Notice title="没有待处理的事项">新的认证、举报、纠错等会出现在这里，并显示在导航的角标上</Notice>;
  return (
    <ul className="waiting-panels" aria-label="待处理">
      {waiting.map((queue) => (
        <Panel key={queue.objectApiName} queue={queue} now={now()} />
      ))}
    </ul>
  );
});

function Panel({ queue, now }: { readonly queue: WaitingQueue; readonly now: number }) {
  const { label, link, count, first } = queue;
  const oldest = first[0]?.since;
  const age = (since: string) => ageWords(now - Date.parse(since));
  return (
    <li className="waiting-panel">
      <h2>
        <a href={hashAddress(link)}>{label}</a>
        <b>{waitingWords(count)}</b>
        <span>条</span>
        {oldest !== null && oldest !== undefined && <small>最早的已等待 {age(oldest)}</small>}
      </h2>
      <ol>
        {first.map(({ id, name, since, link: way }) => (
          <li key={id}>
            <Link href={hashAddress(way)} underline="hover" title={name}>
              {name}
            </Link>
            {since !== null && <span>{age(since)}</span>}
          </li>
        ))}
      </ol>
      <Link href={hashAddress(link)} underline="hover" variant="body2">
        {count > first.length ? `查看全部 ${waitingWords(count)} 条 ›` : '查看列表 ›'}
      </Link>
    </li>
  );
}
