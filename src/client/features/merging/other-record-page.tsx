import { usePageTitle } from '#client/lib/page-title.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { ReferenceInput } from '#client/ui/field-types/inputs/reference-input.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import './merging.css';

interface OtherRecordPageProps {
  readonly objectApiName: string;
  readonly lookups: FieldLookups;
  /** The record that was chosen. */
  readonly onChosen: (id: string) => void;
}

const ID = 'merge-other';

/** Asks with which record one is to be merged. */
export function OtherRecordPage({ objectApiName, lookups, onChosen }: OtherRecordPageProps) {
  usePageTitle('合并记录');
  const field: FieldDefinition = {
    apiName: 'other',
    type: 'reference',
    label: '另一条记录',
    targetApiName: objectApiName,
    config: { placeholder: '输入名称查找重复的记录' },
  };
  return (
    <div className="page-column merging">
      <PageHead title="合并记录" help="选择与当前记录重复的另一条记录，下一步对照两者并预览结果。" />
      <section className="paper-card">
        <label htmlFor={ID}>{field.label}</label>
        <ReferenceInput
          id={ID}
          field={field}
          value={undefined}
          required
          lookups={lookups}
          onBlur={() => undefined}
          onChange={(value) => {
            const link = value as ReferenceValue | undefined;
            if (link) onChosen(link.id);
          }}
        />
      </section>
    </div>
  );
}
