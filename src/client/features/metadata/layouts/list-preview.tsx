import { observer } from 'mobx-react-lite';
import { listColumns } from '#generators/columns.ts';
import { findField } from '#generators/object.ts';
import type { PreviewProps } from '#client/features/metadata/base/editor-deps.ts';
import { PreviewTable } from './preview-table.tsx';
import { SeenList, ViewpointChoice } from './seen-list.tsx';

interface ListPreviewProps extends PreviewProps {
  /** There is a saved version for others to look at. */
  readonly isSaved: boolean;
}

/** The list of the draft, or the saved one with the eyes of a kind of user. */
export const ListPreview = observer(function ListPreview({ isSaved, ...props }: ListPreviewProps) {
  const { preview } = props.deps;
  return (
    <>
      {isSaved && <ViewpointChoice {...props} />}
      {preview.as === undefined ? <DraftList {...props} /> : <SeenList {...props} />}
    </>
  );
});

/** The columns of the draft with a few real records, and the filters above them. */
const DraftList = observer(function DraftList({ deps, object }: PreviewProps) {
  const { preview, lookups } = deps;
  const { list } = object.layouts;
  const { fields, nameField } = object;
  const columns = listColumns({ fields, nameField, columns: list.columns }).filter((column) => column.shown);
  const records = preview.records ?? [];
  const labels = list.filters.flatMap((apiName) => findField(object, apiName)?.label ?? []);
  return (
    <>
      <p className="meta-chips" aria-label="筛选">
        {labels.length === 0 ? '没有常用筛选' : labels.map((label) => <bdi key={label}>{label}</bdi>)}
      </p>
      <PreviewTable
        label="列表预览"
        columns={columns}
        records={records}
        options={lookups}
        valueOf={(record, field) => preview.valueOf(record, field)}
      />
      {preview.records !== undefined && records.length === 0 && <p className="meta-none">还没有记录</p>}
    </>
  );
});
