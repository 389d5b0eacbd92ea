import { observer } from 'mobx-react-lite';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { findField, liveFields } from '#generators/object.ts';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';
import { withLayout, type DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { DisplaysCard } from './displays-card.tsx';
import { NameList } from './name-list.tsx';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';
import { FieldChoice } from '#client/features/metadata/definition-parts/field-choice.tsx';

type List = ObjectDefinition['layouts']['list'];

/** What a list shows first: its columns, filters and order. */
export const ListTab = observer(function ListTab({ deps, draft }: DraftProps) {
  const { current } = draft;
  const { list } = current.layouts;
  const put = (next: Partial<List>) => draft.change(withLayout(current, 'list', next));
  return (
    <>
      <div className="meta-columns">
        <NameList
          title="列"
          help="名称字段总在最前。用户可在列表中自行增减和调整顺序。"
          object={current}
          names={list.columns}
          onChange={(columns) => put({ columns })}
        />
        <NameList
          title="筛选"
          help="直接显示在列表上方；其余字段仍可在“更多筛选”中使用。"
          object={current}
          names={list.filters}
          onChange={(filters) => put({ filters })}
        />
        <SortList object={current} sort={list.sort} onChange={(sort) => put({ sort })} />
      </div>
      <DisplaysCard deps={deps} draft={draft} />
    </>
  );
});

const MOST = 5;

interface SortListProps {
  readonly object: ObjectDefinition;
  readonly sort: List['sort'];
  readonly onChange: (sort: List['sort']) => void;
}

function SortList({ object, sort, onChange }: SortListProps) {
  const words = (apiName: string) => findField(object, apiName)?.label ?? apiName;
  const rest = liveFields(object).filter(
    (field) => fieldType(field).sortColumn(field) !== null && !sort.some((entry) => entry.field === field.apiName),
  );
  return (
    <section className="meta-card" aria-label="默认排序">
      <h3>默认排序</h3>
      <p>先按第一项，相同的再按下一项，最多 {MOST} 项。</p>
      <OrderedList
        label="默认排序"
        empty="未指定，按录入先后倒序"
        items={sort.map(({ field, order }) => ({
          key: field,
          label: words(field),
          tools: (
            <select
              aria-label={`${words(field)} 的顺序`}
              value={order}
              onChange={(event) =>
                onChange(
                  sort.map((entry) =>
                    entry.field === field ? { field, order: event.target.value === 'asc' ? 'asc' : 'desc' } : entry,
                  ),
                )
              }
            >
              <option value="desc">降序</option>
              <option value="asc">升序</option>
            </select>
          ),
        }))}
        onMove={(from, to) => onChange(moved(sort, from, to))}
        onRemove={(field) => onChange(sort.filter((entry) => entry.field !== field))}
      />
      {sort.length < MOST && (
        <FieldChoice label="添加排序" fields={rest} onPick={(field) => onChange([...sort, { field, order: 'desc' }])} />
      )}
    </section>
  );
}
