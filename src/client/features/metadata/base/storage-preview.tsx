import { observer } from 'mobx-react-lite';
import type { StorageStep } from '#schemas/api/metadata.ts';
import type { ObjectEditorStore } from './object-editor-store.ts';

const KINDS: Readonly<Record<StorageStep['kind'], string>> = {
  createTable: '建表',
  addColumn: '加列',
  addFilledColumn: '加列，已有记录填入默认值',
  dropDefault: '已有记录填好后，取消列上的默认值',
  fillColumn: '为没有值的已有记录填入默认值或编号',
  sealColumn: '加密已有的值',
  keepFilled: '保留已填写的值',
  convertColumn: '转换已有的值，不丢失数据',
  prepareColumn: '为新的类型准备列',
  recastValues: '按新的类型读取已有的值，读不出的留空',
  keepColumn: '原值保留在已停用的字段中',
  takeColumn: '换成新的列',
  dropColumn: '删除从未有过数据的列',
  createIndex: '建索引',
  dropIndex: '删索引',
  createSequence: '建编号',
  advanceSequence: '编号接着已有的最大号',
};

/** What most steps come to, in the order they are summed up; the other kinds are counted as steps. */
const SUMS: readonly { readonly kinds: readonly StorageStep['kind'][]; readonly words: (count: number) => string }[] = [
  { kinds: ['createTable'], words: (count) => `新建 ${count} 张表` },
  { kinds: ['addColumn', 'addFilledColumn'], words: (count) => `新增 ${count} 列` },
  { kinds: ['dropColumn'], words: (count) => `删除 ${count} 列` },
  { kinds: ['createIndex'], words: (count) => `新建 ${count} 个索引` },
];

/** All steps in one line: `新建 1 张表、新建 2 个索引`; empty where there are none. */
export function stepsSum(steps: readonly StorageStep[]): string {
  const sums = SUMS.map(({ kinds, words }) => ({
    count: steps.filter(({ kind }) => kinds.includes(kind)).length,
    words,
  }));
  const rest = steps.length - sums.reduce((sum, { count }) => sum + count, 0);
  const all = [...sums, { count: rest, words: (count: number) => `${count} 个其他步骤` }];
  return all
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => words(count))
    .join('、');
}

/** What saving would do to the tables, step by step. */
export const StoragePreview = observer(function StoragePreview({ editor }: { readonly editor: ObjectEditorStore }) {
  const { plan, planning } = editor;
  if (!plan) return <p role="status">{planning ? '正在计算…' : '还没有计算'}</p>;
  if (plan.problems.length > 0) return <p className="meta-none">改正问题后显示存储步骤</p>;
  return <StorageSteps steps={plan.steps} />;
});

/** Steps in the order they run. */
export function StorageSteps({ steps }: { readonly steps: readonly StorageStep[] }) {
  if (steps.length === 0) return <p className="meta-none">不改动存储：只更新元数据</p>;
  return (
    <ol className="meta-steps">
      {steps.map((step) => (
        <li key={`${step.kind}-${step.target}`}>
          <span>
            {KINDS[step.kind]} <code>{step.target}</code>
          </span>
          {step.deferred && <small className="meta-tag">保存后在后台执行</small>}
          <pre>{step.sql}</pre>
        </li>
      ))}
    </ol>
  );
}
