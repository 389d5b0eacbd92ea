import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { listColumns } from '#generators/columns.ts';
import { hashAddress, previewPath } from '#client/lib/router.ts';
import type { PreviewProps } from '#client/features/metadata/base/editor-deps.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { PreviewTable } from './preview-table.tsx';

const VIEWPOINTS: readonly { readonly as: Viewpoint; readonly label: string }[] = [
  { as: 'visitor', label: '访客（未登录）' },
  { as: 'member', label: '注册用户' },
  { as: 'founder', label: '创业者' },
  { as: 'investor', label: '投资人' },
  { as: 'organisation', label: '服务机构' },
  { as: 'svip', label: 'SVIP' },
];
const OWN = '';
/** As whom the list is looked at: the draft with one's own eyes, or what is saved with those of a kind of user. */
export const ViewpointChoice = observer(function ViewpointChoice({
  deps: { preview, editor },
}: Pick<PreviewProps, 'deps'>) {
  return (
    <TextField
      select
      size="small"
      label="以此角色查看"
      value={preview.as ?? OWN}
      onChange={({ target }) =>
        void preview.lookAs(editor.objectApiName, VIEWPOINTS.find(({ as }) => as === target.value)?.as)
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      helperText={preview.as && '这是已保存版本给这类用户的列表，只读；点名称以同一角色查看详情'}
    >
      <MenuItem value={OWN}>草稿（自己）</MenuItem>
      {VIEWPOINTS.map(({ as, label }) => (
        <MenuItem key={as} value={as}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
});

/** The saved list as a kind of user is given it: columns that are closed to them are not there. */
export const SeenList = observer(function SeenList({ deps: { preview, lookups, editor } }: Pick<PreviewProps, 'deps'>) {
  const { as, seen, seenRefusal } = preview;
  if (seenRefusal !== undefined) return <p className="meta-none">看不到列表：{seenRefusal}</p>;
  if (as === undefined || !seen?.layout) return <p role="status">正在加载…</p>;
  const { fields, nameField, columns: names } = seen.layout;
  const columns = listColumns({ fields, nameField, columns: names }).filter((column) => column.shown);
  return (
    <>
      <PreviewTable
        label="以此角色查看的列表"
        columns={columns}
        records={seen.list}
        options={lookups}
        valueOf={(record, { apiName }) => recordValue(record, apiName)}
        hrefOf={({ id }) => hashAddress(previewPath(editor.objectApiName, id, as))}
      />
      {seen.list.length === 0 && <p className="meta-none">没有可以看到的记录</p>}
    </>
  );
});
