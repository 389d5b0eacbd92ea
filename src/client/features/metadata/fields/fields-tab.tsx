import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useMemo, useRef, useState } from 'react';
import { moved, restoreField } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import type { RowActs } from './field-row.tsx';
import { FieldRows, stretchesOf } from './field-rows.tsx';
import { SearchBox } from '#client/features/metadata/base/search-box.tsx';

const HEADS = ['字段', '类型', '必填', '列表', '筛选', '详情', '表单', '搜索', '排序'] as const;

/** Every field of the object: what it is, where it shows, and its place among the others. */
export const FieldsTab = observer(function FieldsTab({ deps, draft }: DraftProps) {
  const { uiState } = deps;
  const [keyword, setKeyword] = useState('');
  const [over, setOver] = useState<string>();
  const [said, setSaid] = useState('');
  const [near] = useState(() => new VisibilityRegistry());
  const dragged = useRef<string>(undefined);
  const body = useRef<HTMLTableSectionElement>(null);
  const { current } = draft;
  const wanted = keyword.trim().toLowerCase();
  const live = current.fields.filter((field) => !field.removed);
  const removed = current.fields.filter((field) => field.removed);
  const found = live.filter(({ apiName, label }) => `${label} ${apiName}`.toLowerCase().includes(wanted));

  // The same for every draw and every row, so that a key in one field's form draws one row and not all.
  const acts = useMemo<RowActs>(() => {
    /** Puts a field before another, or behind it when it came from above. */
    const move = (apiName: string, target: string) => {
      const { fields } = draft.current;
      const at = (name: string) => fields.findIndex((field) => field.apiName === name);
      draft.change({ ...draft.current, fields: moved(fields, at(apiName), at(target)) });
    };
    return {
      step: (event, field) => {
        const shown = draft.current.fields.filter(({ removed: isGone }) => !isGone);
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        const next = shown[shown.indexOf(field) + by];
        if (by === 0) return;
        event.preventDefault();
        if (!next) return;
        move(field.apiName, next.apiName);
        setSaid(`${field.label} 移到第 ${shown.indexOf(next) + 1} 位`);
        requestAnimationFrame(() =>
          body.current?.querySelector<HTMLElement>(`[data-handle="${field.apiName}"]`)?.focus(),
        );
      },
      drag: (apiName, isOn) => {
        dragged.current = isOn ? apiName : undefined;
        if (!isOn) setOver(undefined);
      },
      over: (apiName) => {
        if (dragged.current !== undefined) setOver(apiName);
      },
      drop: (apiName) => {
        if (dragged.current !== undefined) move(dragged.current, apiName);
        setOver(undefined);
      },
    };
  }, [draft]);
  return (
    <>
      <div className="meta-bar">
        <SearchBox label="搜索字段" value={keyword} onChange={setKeyword} />
        <span className="meta-count">
          {live.length} 个字段{removed.length > 0 && `，${removed.length} 个已停用`}
        </span>
        <Button variant="contained" startIcon={<Add />} onClick={() => uiState.select({ kind: 'newField' })}>
          添加字段
        </Button>
      </div>
      <div className="meta-scroll">
        <table className="data-table meta-table">
          <thead>
            <tr>
              <th aria-label="顺序" />
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th aria-label="操作" />
            </tr>
          </thead>
          <tbody ref={body}>
            {stretchesOf(found).map((fields, index) => (
              <FieldRows
                key={fields[0]?.apiName}
                {...{ deps, draft, fields, near, acts }}
                over={fields.some(({ apiName }) => apiName === over) ? over : undefined}
                ready={index === 0}
              />
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p className="meta-none">没有名称或标识包含“{keyword}”的字段</p>}
      </div>
      {removed.length > 0 && (
        <section className="meta-removed" aria-label="已停用的字段">
          <h3>已停用</h3>
          <p>停用的字段在列表、详情和表单中都不显示，也不能筛选；数据保留，恢复后原样可见。</p>
          <ul>
            {removed.map((field) => (
              <li key={field.apiName}>
                <span className="meta-name" title={field.label}>
                  <bdi>{field.label}</bdi>
                </span>
                <code>{field.apiName}</code>
                <Button
                  aria-label={`恢复 ${field.label}`}
                  onClick={() => draft.change(restoreField(current, field.apiName))}
                >
                  恢复
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
});
