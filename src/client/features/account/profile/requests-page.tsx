import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { RequestsStore } from './requests-store.ts';

/** What the person asked for and what became of it. */
export const RequestsPage = observer(function RequestsPage({ store }: { readonly store: RequestsStore }) {
  useEffect(() => void store.load(), [store]);
  return (
    <>
      <PageHead title="我的申请" help="您提交的认证、BP申请与纠错，以及它们的处理结果。" />
      {store.sources.map((source) => (
        <Source key={source.title} source={source} />
      ))}
    </>
  );
});

const Source = observer(function Source({ source }: { readonly source: RequestsStore['sources'][number] }) {
  const { title, empty, href } = source;
  const { value: rows, failure } = source.rows;
  return (
    <section className="personal-card" aria-label={title}>
      <div className="personal-card-head">
        <h2>{title}</h2>
        <Button href={href} aria-label={`${title}：查看全部`}>
          查看全部
        </Button>
      </div>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void source.rows.load() }} />
      )}
      {!failure && !rows && <LoadingBlock height={40} />}
      {!failure && rows?.length === 0 && <p className="personal-soft">{empty}</p>}
      <ul className="personal-rows">
        {rows?.map(({ id, title: name, note, state, tone, at }) => (
          <li key={id} className="personal-row">
            <div>
              <b>{name}</b>
              <p className="personal-soft">{note}</p>
            </div>
            <Chip tone={tone}>{state}</Chip>
            <time className="personal-soft" dateTime={at}>
              {shownMoment(at, 'YYYY-MM-DD')}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
});
