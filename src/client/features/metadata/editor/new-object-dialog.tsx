import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { AUDIENCE_LABELS, AUDIENCES } from '#schemas/generated/metadata/audience.ts';
import type { Audience } from '#schemas/metadata/audience.ts';
import { LIST_ROOT } from '#schemas/generated/metadata/names.ts';
import { hashAddress } from '#client/lib/router.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { suggestObjectName } from '#client/features/metadata/fields/suggest-name.ts';
import type { ObjectListStore } from './object-list-store.ts';

interface NewObjectDialogProps {
  readonly store: ObjectListStore;
  readonly onClose: () => void;
  readonly onBegun: (apiName: string) => void;
}

/** Records of one's own are a matter of the product's features, which make them. */
const OFFERED = AUDIENCES.filter((audience) => audience !== 'owner');

/**
 * Names a new object, by which its id and its address are proposed, and says who reads it. Nothing is saved: the editor opens
 * with a draft.
 */
export const NewObjectDialog = observer(function NewObjectDialog({ store, onClose, onBegun }: NewObjectDialogProps) {
  const [label, setLabel] = useState('');
  const [proposed, setProposed] = useState('');
  const [ownName, setOwnName] = useState<string>();
  const [ownRoute, setOwnRoute] = useState<string>();
  const [audience, setAudience] = useState<Audience>('staff');
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    let isAbandoned = false;
    const propose = (name: string) => {
      if (!isAbandoned) setProposed(name);
    };
    void suggestObjectName(label.trim(), (name) => store.nameProblem(name) !== undefined).then(propose);
    return () => {
      isAbandoned = true;
    };
  }, [label, store]);

  // Both follow the name until the user gives one.
  const apiName = ownName ?? proposed;
  const route = ownRoute ?? (apiName === '' ? '' : `${LIST_ROOT}/${apiName}`);
  const labelProblem = isAsked && label.trim() === '' ? '请填写名称' : undefined;
  const nameProblem = apiName === '' ? (isAsked ? '请填写对象标识' : undefined) : store.nameProblem(apiName);
  const routeProblem = route === '' ? undefined : store.addressProblem(route);
  const begin = async () => {
    setAsked(true);
    if (label.trim() === '' || apiName === '' || (nameProblem ?? routeProblem) !== undefined) return false;
    const isBegun = store.begin({ apiName, label: label.trim(), audience, ...(route !== '' && { route }) });
    if (isBegun) onBegun(apiName);
    else setRefusal('本机无法保存草稿，不能新建');
    return isBegun;
  };
  return (
    <FormDialog title="新建对象" size="sm" confirm="下一步" onSubmit={begin} onClose={onClose}>
      <TextField
        label="名称"
        autoFocus
        required
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        error={labelProblem !== undefined}
        helperText={labelProblem ?? '用户看到的名称，如：酒庄'}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label="对象标识"
        required
        value={apiName}
        onChange={(event) => setOwnName(event.target.value.trim())}
        error={nameProblem !== undefined}
        helperText={
          <span role={nameProblem === undefined ? undefined : 'alert'}>
            {nameProblem ?? '由名称生成，可以修改；大写字母开头，只含字母和数字；保存后不能修改'}
            {store.hasDraft(apiName) && (
              <>
                {'，'}
                <a href={hashAddress(`/staff/metadata/${apiName}`)}>继续编辑草稿</a>
                {'，或换一个标识'}
              </>
            )}
          </span>
        }
        slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
      />
      <TextField
        label="列表地址"
        value={route}
        onChange={(event) => setOwnRoute(event.target.value.trim())}
        error={routeProblem !== undefined}
        helperText={
          <span role={routeProblem === undefined ? undefined : 'alert'}>
            {routeProblem ??
              (route === ''
                ? '没有列表页：导航中没有它，用户只能从其他页面的链接到达'
                : '以 /data/ 开头的列表在导航的“数据洞察”中，以 /InvestmentFinancing/ 开头的在“投融资对接”中')}
          </span>
        }
        slotProps={{ htmlInput: { maxLength: 200, spellCheck: false } }}
      />
      <TextField
        select
        label="谁可以查看"
        value={audience}
        onChange={(event) => setAudience(OFFERED.find((one) => one === event.target.value) ?? 'staff')}
        helperText={
          audience === 'staff'
            ? '暂不向用户开放；以后可在“属性与权限”页开放'
            : '列表与详情向他们开放；新建与编辑仍只限产品人员，可在“属性与权限”页修改'
        }
      >
        {OFFERED.map((one) => (
          <MenuItem key={one} value={one}>
            {AUDIENCE_LABELS[one]}
          </MenuItem>
        ))}
      </TextField>
      {refusal !== '' && (
        <p role="alert" className="meta-fault">
          {refusal}
        </p>
      )}
    </FormDialog>
  );
});
