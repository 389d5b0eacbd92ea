import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PackageImport } from '#schemas/api/packages.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { formatShanghai } from '#shared/time/format.ts';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
import type { PackageStore } from './package-store.ts';
import { KIND_LABELS } from './plan-list.tsx';
import '#client/features/metadata/editor/metadata.css';
import './packages.css';

interface PackagePageProps {
  readonly store: PackageStore;
  readonly objects: readonly { readonly apiName: string; readonly label: string }[];
}

/** `/staff/packages`: metadata goes out as a file, and comes in from one. */
export const PackagePage = observer(function PackagePage({ store, objects }: PackagePageProps) {
  usePageTitle('元数据包');
  useEffect(() => void store.load(), [store]);
  return (
    <div className="meta">
      <header className="meta-head">
        <div>
          <h1>元数据包</h1>
          <span className="meta-count">把对象、选项、布局、规则、视图和文章作为一个文件，带到另一套系统</span>
        </div>
      </header>
      <div className="pack-split">
        <ImportCard store={store} />
        <ExportCard store={store} objects={objects} />
      </div>
      <Imports store={store} />
    </div>
  );
});

const Imports = observer(function Imports({ store }: { readonly store: PackageStore }) {
  const [asked, setAsked] = useState<PackageImport>();
  const { value: list, failure } = store.imports;
  if (failure && !list)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />;
  if (!list) return <LoadingBlock height={120} />;
  const refused = store.undoing.failure;
  return (
    <section className="meta-card pack-card" aria-labelledby="pack-imports">
      <h2 id="pack-imports">引入记录</h2>
      {refused && (
        <div role="alert" className="pack-fault">
          <p>{refused.message}</p>
          {refused.problems.length > 1 && (
            <ul>
              {refused.problems.map(({ field, message }) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {list.length === 0 ? (
        <p className="meta-count">还没有引入过包</p>
      ) : (
        <ul className="pack-imports">
          {list.map((one) => (
            <li key={one.id}>
              <div>
                <b>
                  <bdi>{one.title}</bdi>
                </b>{' '}
                <code>{one.name}</code>
                <p className="meta-count">
                  {one.authorName} <time dateTime={one.at}>{formatShanghai(one.at, 'YYYY-MM-DD HH:mm')}</time>：
                  {counted(one)}
                  {one.undoneAt !== null &&
                    `；${one.undoneByName ?? ''} 已于 ${formatShanghai(one.undoneAt, 'YYYY-MM-DD HH:mm')} 撤销`}
                </p>
              </div>
              {one.undoneAt === null && (
                <Button disabled={store.undoing.isBusy} onClick={() => setAsked(one)}>
                  撤销
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title={`撤销引入“${asked.title}”？`}
          confirm="撤销引入"
          onClose={() => setAsked(undefined)}
          onSubmit={async () => void (await store.undo(asked.id))}
        >
          恢复引入之前的内容；引入后又改过的不会被覆盖，而是整个不撤销并说明。随包新增的字段会停用、选项会停用，已填的数据保留。
        </ConfirmDialog>
      )}
    </section>
  );
});

function counted({ written }: PackageImport): string {
  const kinds = [...Map.groupBy(written, ({ kind }) => kind)];
  return kinds.map(([kind, some]) => `${KIND_LABELS[kind]} ${some.length}`).join('、');
}
