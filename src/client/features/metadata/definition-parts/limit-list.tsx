import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ROLE_LABELS } from '#schemas/generated/metadata/role.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RowLimit } from '#schemas/metadata/row-limit.ts';
import { optionOf } from '#client/ui/field-types/inputs/choices.ts';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';
import { wordsOf } from './condition-lines.tsx';
import type { MetadataSchemaStore } from './metadata-schema-store.ts';
import { OrderedList } from './ordered-list.tsx';
import { PartFormView, type PartFormViewProps } from './part-form-view.tsx';

const ROLES: Readonly<Record<string, string>> = ROLE_LABELS;

const whose = ({ roles }: RowLimit): string => roles?.map((role) => ROLES[role] ?? role).join('、') ?? '其他所有人';

interface LimitListProps {
  readonly deps: Pick<PartFormViewProps, 'lookups' | 'today'> & { readonly schema: MetadataSchemaStore };
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
