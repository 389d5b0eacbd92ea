import Button from '@mui/material/Button';
import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import type { OptionDraft } from './option-draft.ts';
import { OptionRowView } from './option-row-view.tsx';
import './option-table.css';

interface OptionTableProps {
  readonly draft: OptionDraft;
  readonly keyword: string;
  readonly usage: ReadonlyMap<string, { readonly count: number; readonly where: string }> | undefined;
  /** Called with text of many lines that was pasted into a cell. */
  readonly onPaste: (text: string) => void;
}

const ROW_HEIGHT = 44;
const OVERSCAN = 12;

/** The options as rows to type in; thousands of them, of which those on screen are drawn. */
export const OptionTable = observer(function OptionTable({ draft, keyword, usage, onPaste }: OptionTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | undefined>();
  const { rows, problems } = draft;
  const wanted = keyword.trim().toLowerCase();
  const shown = useMemo(
    () =>
      wanted === ''
        ? rows
        : rows.filter(({ option }) =>
            [option.label, option.value, ...(option.aliases ?? [])].some((text) => text.toLowerCase().includes(wanted)),
          ),
    [rows, wanted],
  );
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => shown[index]?.key ?? index,
  });

  /** Puts the cursor into the name of a row, which may have to be drawn first. */
  const focus = useCallback(
    (index: number) => {
      virtual.scrollToIndex(index);
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLInputElement>(`[data-row="${index}"] input`)?.focus(),
      );
    },
    [virtual],
  );
  const add = (behind?: number) => {
    const key = draft.add(behind);
    focus(draft.rows.findIndex((row) => row.key === key));
  };
  const isFiltered = wanted !== '';

  return (
    <div className="option-table" ref={scroller}>
      <div role="table" aria-label="选项" aria-rowcount={shown.length + 1}>
        <div className="option-head" role="row" aria-rowindex={1}>
          <span role="columnheader">名称</span>
          <span role="columnheader">值</span>
          <span role="columnheader">别名</span>
          {draft.isTree ? (
            <span
              role="columnheader"
              title="下一级与选项集的各级名称不同时填写，如：海外的下级是国家；提问时这样称呼，多个名称用、分开"
            >
              下级的称呼
            </span>
          ) : (
            <span
              role="columnheader"
              className="option-amount"
              title="用作金额区间时，该区间至少是多少元人民币、不足多少元；筛选按它比较，汇总可按至少金额计入"
            >
              金额：至少 / 不足
            </span>
          )}
          <span role="columnheader" className="option-count">
            使用
          </span>
          <span role="columnheader">操作</span>
        </div>
        {shown.length > 0 && (
          <div role="rowgroup" className="option-rows" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const row = shown[index];
              if (!row) return null;
              return (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  data-row={index}
                  className={dragged === row.key ? 'option-row option-dragged' : 'option-row'}
                  style={{ transform: `translateY(${start}px)` }}
                  onDragOver={(event) => {
                    if (dragged !== undefined) event.preventDefault();
                  }}
                  onDrop={(event) => {
                    event.preventDefault();
                    if (dragged !== undefined && dragged !== row.key) draft.moveBefore(dragged, row.key);
                    setDragged(undefined);
                  }}
                >
                  <OptionRowView
                    draft={draft}
                    row={row}
                    problem={problems.get(row.key)}
                    usage={usage && (usage.get(row.option.value) ?? UNUSED)}
                    isMovable={!isFiltered}
                    onPaste={onPaste}
                    onAdd={() => add(row.key)}
                    onFocus={(by) => focus(index + by)}
                    onDrag={setDragged}
                  />
                </div>
              );
            })}
          </div>
        )}
      </div>
      {shown.length === 0 && (
        <Notice title={isFiltered ? '没有符合的选项' : '还没有选项'}>
          {isFiltered ? undefined : '可逐个添加，或从表格批量粘贴。'}
        </Notice>
      )}
      {!isFiltered && (
        <div className="option-foot">
          <Button onClick={() => add()}>添加选项</Button>
          <small>回车在下方添加；Alt+↑↓ 调整顺序{draft.isTree && '，Alt+←→ 调整层级'}；可直接粘贴多行。</small>
        </div>
      )}
    </div>
  );
});

const UNUSED = { count: 0, where: '没有记录使用' };
