import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Subscription } from '#schemas/api/alerts.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { kindTag } from './alert-words.ts';
import type { SubscriptionsStore } from './subscriptions-store.ts';

interface AlertLinesProps {
  readonly store: SubscriptionsStore;
  readonly subscription: Subscription;
}

/** What met a subscription lately: what is new, then what happened long ago and was written down now. */
export const AlertLines = observer(function AlertLines({ store, subscription }: AlertLinesProps) {
  const { id } = subscription;
  const [lines] = useState(() => new Loadable(() => store.lines(id)));
  useEffect(() => void lines.load(), [lines]);
  const { value, failure } = lines;
  if (failure)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void lines.load() }} />;
  if (!value) return <LoadingBlock height={96} />;
  const { list, hidden } = value;
  const sections = [
    { heading: '', some: list.filter(({ isLate }) => !isLate) },
    { heading: '补录（较早发生，新近收录）', some: list.filter(({ isLate }) => isLate) },
  ];
  return (
    <>
      {list.length === 0 && hidden === 0 && <p className="alert-note">订阅以来还没有符合的变化。</p>}
      {sections.map(
        ({ heading, some }) =>
          some.length > 0 && (
            <section key={heading}>
              {heading !== '' && <h3 className="alert-heading">{heading}</h3>}
              <ul className="alert-lines">
                {some.map((line) => (
                  <li key={line.id}>
                    <span className="alert-tag" data-fresh={line.isFresh && !line.isLate ? true : undefined}>
                      {line.isLate ? '补录' : kindTag(subscription.source, line.kind)}
                    </span>
                    <a href={hashAddress(line.link)}>{line.text}</a>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {hidden > 0 && <p className="alert-note">另有 {hidden} 条，您当前的权限不能查看。</p>}
    </>
  );
});
