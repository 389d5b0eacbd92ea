import { observer } from 'mobx-react-lite';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import { Folded } from '#client/features/metadata/definition-parts/folded.tsx';
import type { ObjectEditorStore } from './object-editor-store.ts';

type Steps = readonly StorageStep[];

/** Words for steps of one kind, with how many there are where there is more than one. */
const counted =
  (words: string) =>
  ({ length }: Steps): string =>
    length === 1 ? words : `${words}（${length} 处）`;

/** Every kind of step in words, and in the order they are summed up. */
const WORDS: Readonly<Record<StorageStep['kind'], (steps: Steps) => string>> = {
  createTable: ([table]) => (table?.columns === undefined ? '新建数据表' : `新建数据表，含 ${table.columns} 列`),
  addColumn: ({ length }) => `增加 ${length} 列`,
  addFilledColumn: ({ length }) => `增加 ${length} 列，已有记录填入默认值`,
  dropDefault: counted('已有记录填好后，取消列上的默认值'),
  fillColumn: counted('为没有值的已有记录填入默认值或编号'),
  sealColumn: counted('加密已有的值'),
  keepFilled: counted('保留已填写的值'),
  convertColumn: counted('转换已有的值，不丢失数据'),
  prepareColumn: counted('为新的类型准备列'),
  recastValues: counted('按新的类型读取已有的值，读不出的留空'),
  keepColumn: counted('原值保留在已停用的字段中'),
  takeColumn: counted('换成新的列'),
  dropColumn: ({ length }) => `删除 ${length} 个从未有过数据的列`,
  createIndex: ({ length }) => `新建 ${length} 个索引`,
  dropIndex: ({ length }) => `删除 ${length} 个索引`,
  renameColumn: counted('改列名，不动数据'),
  renameIndex: counted('改索引名'),
  createSequence: counted('开始自动编号'),
  advanceSequence: counted('编号接着已有的最大号'),
};

/** What saving would do to the tables. */
export const StoragePreview = observer(function StoragePreview({ editor }: { readonly editor: ObjectEditorStore }) {
  const { plan, planning } = editor;
  if (!plan) return <p role="status">{planning ? '正在计算…' : '还没有计算'}</p>;
  if (plan.problems.length > 0) return <p className="meta-none">改正问题后显示存储步骤</p>;
  return <StorageSteps steps={plan.steps} />;
});

/** Steps in words, one line for each kind; the statements of each are folded. */
export function StorageSteps({ steps }: { readonly steps: Steps }) {
  if (steps.length === 0) return <p className="meta-none">不改动存储：只更新元数据</p>;
  const kinds = Map.groupBy(steps, ({ kind }) => kind);
  return (
    <>
      <ul className="meta-changes">
        {Object.entries(WORDS).map(([kind, words]) => {
          const all = kinds.get(kind as StorageStep['kind']);
          return (
            all && (
              <li key={kind}>
                {words(all)}
                {all.every(({ deferred }) => deferred) && '（保存后在后台执行）'}
              </li>
            )
          );
        })}
      </ul>
      <Folded title="查看 SQL">
        <ol className="meta-steps">
          {steps.map((step) => (
            <li key={`${step.kind}-${step.target}`}>
              <span>
                {WORDS[step.kind]([step])} <code>{step.target}</code>
              </span>
              <pre>{step.sql}</pre>
            </li>
          ))}
        </ol>
      </Folded>
    </>
  );
}
