import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Plan } from '#schemas/api/plans.ts';
import { UNFIT_PLAN } from '#schemas/generated/api/plans.ts';
import { hashAddress, readingAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { PanelRow } from './panel-row.tsx';
import type { PlanStore } from './plan-store.ts';

interface PlanBlockProps {
  readonly store: PlanStore;
  /** Investors ask for a plan in their own words. */
  readonly isInvestor: boolean;
  readonly settingsPath: string;
  readonly onUpgrade: () => void;
  readonly onAsked: () => void;
}

const MAX_MESSAGE = 200;

/** The plan of a company: open it, ask for it, or wait. Nothing where the company has none. */
export const PlanBlock = observer(function PlanBlock({ store, isInvestor, settingsPath, ...rest }: PlanBlockProps) {
  useEffect(() => void store.load(), [store]);
  const { plan } = store;
  if (!plan || !store.isShown) return null;
  const ask = isInvestor ? '索要BP' : '申请查看';
  return (
    <PanelRow title="商业计划书" line={planLine(plan)}>
      {plan.isMember && <Button href={hashAddress(settingsPath)}>设置BP</Button>}
      {plan.address !== undefined && (
        <Button
          variant="outlined"
          href={readingAddress(plan.address, plan.fileName ?? '')}
          target="_blank"
          rel="noopener noreferrer"
        >
          查看BP
        </Button>
      )}
      {plan.address === undefined && plan.state === 'pending' && (
        <Button variant="outlined" disabled>
          等待同意
        </Button>
      )}
      {plan.mayRequest && (
        <Button variant="outlined" onClick={() => store.ask(true)}>
          {ask}
        </Button>
      )}
      {plan.needsVip && (
        <Button variant="outlined" color="warning" onClick={rest.onUpgrade}>
          开通SVIP查看
        </Button>
      )}
      {store.isAsking && <AskDialog store={store} title={ask} onAsked={rest.onAsked} />}
    </PanelRow>
  );
});

const approvedLine = ({ expiresAt }: Plan): string =>
  expiresAt === null ? '对方已同意您查看' : `对方已同意您查看，有效期至 ${shownMoment(expiresAt)}`;

function planLine(plan: Plan): string {
  if (!plan.hasBp) return '尚未上传，上传后可供投资人查看';
  if (plan.isMember) {
    if (plan.isUnfit) return '当前文件无法加水印，他人暂时看不到，请重新上传PDF';
    if (plan.sentOnly) return '仅您投递过的人可以查看';
    return plan.restricted ? '仅您同意的人可以查看' : '有权查看企业详情的人都可以查看';
  }
  if (plan.address !== undefined) return plan.state === 'approved' ? approvedLine(plan) : '可以查看';
  if (plan.state === 'pending') return '已向对方申请，请等待同意';
  if (plan.sentOnly) return '该企业的BP仅由企业自己发送，可以私信联系对方';
  if (plan.state === 'revoked') return plan.mayRequest ? '对方已收回查看权限，可再次申请' : '对方已收回查看权限';
  if (plan.state === 'expired') return '查看权限已到期，可再次申请';
  if (plan.state === 'refused') return plan.mayRequest ? '对方上次未同意，可再次申请' : '对方未同意，明日可再次申请';
  if (plan.isUnfit && !plan.mayRequest && !plan.needsVip) return UNFIT_PLAN;
  if (plan.needsVip) return '开通SVIP或完成投资人认证后可以查看';
  return plan.mayRequest ? '对方设置了查看权限，同意后可以查看' : '完成身份认证后可以申请查看';
}

interface AskDialogProps {
  readonly store: PlanStore;
  readonly title: string;
  readonly onAsked: () => void;
}

const AskDialog = observer(function AskDialog({ store, title, onAsked }: AskDialogProps) {
  const send = async () => {
    await store.request();
    onAsked();
  };
  return (
    <FormDialog title={title} confirm="提交申请" busyWord="正在提交…" onSubmit={send} onClose={() => store.ask(false)}>
      <Typography variant="body2" color="textSecondary">
        申请会发给企业的联系人，对方会看到您的姓名与身份。
      </Typography>
      <TextField
        label="附言"
        multiline
        minRows={3}
        maxRows={6}
        value={store.message}
        onChange={({ target }) => store.setMessage(target.value)}
        helperText={`${[...store.message].length}/${MAX_MESSAGE}`}
        slotProps={{ htmlInput: { maxLength: MAX_MESSAGE } }}
      />
    </FormDialog>
  );
});
