import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ROLE_LABELS } from '#schemas/generated/metadata/role.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RowLimit } from '#schemas/metadata/row-limit.ts';
import { optionOf } from '#client/ui/field-types/inputs/choices.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { wordsOf } from '#client/features/metadata/definition-parts/condition-lines.tsx';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';

const ROLES: Readonly<Record<string, string>> = ROLE_LABELS;

const whose = ({ roles }: RowLimit): string => roles?.map((role) => ROLES[role] ?? role).join('、') ?? '其他所有人';

/** Which records users with which roles see at all. */
export const LimitsCard = observer(function LimitsCard({ deps, draft }: DraftProps) {
  const object = draft.current;
  const { limits = [], ...access } = object.access;
  return (
    <LimitList
      {...{ deps, object, limits }}
      help="某些身份只看到符合条件的记录，列表、详情、搜索、统计、关联、导出、订阅、问答与接口都按它执行。适用多条时，符合任一条即可见；没有适用的可见全部，产品人员总是可见全部。保存后可在“列表”的预览中以各种角色查看。"
      empty="没有限定：能查看列表的人看到全部记录"
      onPut={(next, key) =>
        draft.change(
          {
            ...object,
            access: { ...access, ...(next.length > 0 && { limits: [...next] }) },
          } satisfies ObjectDefinition,
          key,
        )
      }
    />
  );
});

interface LimitListProps extends Pick<DraftProps, 'deps'> {
  readonly object: ObjectDefinition;
  readonly limits: readonly RowLimit[];
  readonly help: string;
  readonly empty: string;
  /** With a key where it follows what is being typed: such changes are undone together. */
  readonly onPut: (next: readonly RowLimit[], key?: string) => void;
}

/** Limits of an object or of one of its fields: who sees what of which records. */
export const LimitList = observer(function LimitList({
  deps,
  object,
  limits,
  help,
  empty,
  onPut: put,
}: LimitListProps) {
  const { schema, lookups, today } = deps;
  const [opened, setOpened] = useState<number>();
  const kind = schema.kindAt(['access', 'limits']);
  if (kind === undefined) return null;
  const labelOf: Parameters<typeof wordsOf>[2] = (value, field) => optionOf(value, field, lookups).label;
  const what = ({ filter, own }: RowLimit): string => {
    const words = filter === undefined ? undefined : (wordsOf(filter, object, labelOf) ?? '条件有误');
    return [words, own && '本人的记录'].filter(Boolean).join('，或') || '全部记录';
  };
  const current = opened === undefined ? undefined : limits[opened];
  return (
    <section className="meta-card" aria-label="按条件可见">
      <header>
        <h3>按条件可见（{limits.length}）</h3>
        <Button
          startIcon={<Add />}
          onClick={() => {
            put([...limits, {}]);
            setOpened(limits.length);
          }}
        >
          添加可见范围
        </Button>
      </header>
      <p>{help}</p>
      <OrderedList
        label="按条件可见"
        empty={empty}
        items={limits.map((limit, index) => ({ key: String(index), label: `${whose(limit)}：${what(limit)}` }))}
        onMove={(from, to) => {
          put(moved(limits, from, to));
          setOpened(undefined);
        }}
        onRemove={(key) => {
          put(limits.filter((_, index) => String(index) !== key));
          setOpened(undefined);
        }}
        onOpen={(key) => setOpened(opened === Number(key) ? undefined : Number(key))}
      />
      {current && (
        <PartFormView
          key={opened}
          kind={kind}
          definitionPart={current}
          onChange={(next) =>
            put(
              limits.map((limit, index) => (index === opened ? (next as unknown as RowLimit) : limit)),
              `limit-${opened}`,
            )
          }
          context={{ schema, object }}
          {...{ lookups, today }}
        />
      )}
    </section>
  );
});
