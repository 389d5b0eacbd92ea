import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { DeskDossier } from '#schemas/api/identity-desk.ts';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import type { Deciding } from './decision-bar.tsx';
import type { ReviewStore } from './review-store.ts';
import { KIND_LABELS } from './identity-labels.ts';

interface DecisionDialogProps {
  readonly store: ReviewStore;
  readonly deciding: Deciding;
  readonly onClose: () => void;
}

/** Reasons that staff give most; each can be added to. */
const REASONS: Readonly<Record<'reject' | 'revoke', readonly string[]>> = {
  reject: [
    '名片不清晰，请重新上传',
    '姓名与名片不一致',
    '职务与名片不一致',
    '证明材料不足，请补充',
    '未能核实您与机构的关系',
    '内容不完整，请补充',
  ],
  revoke: ['已离职', '机构已注销', '经核实身份不符', '违反平台规则'],
};

/** Asks once more before a decision; a refusal needs its reason. */
export const DecisionDialog = observer(function DecisionDialog({ store, deciding, onClose }: DecisionDialogProps) {
  if (!store.dossier) return null;
  if (deciding === 'approve') return <Approval store={store} dossier={store.dossier} onClose={onClose} />;
  const { title } = store.dossier.case;
  const isReject = deciding === 'reject';
  return (
    <ReasonDialog
      title={isReject ? `不通过“${title}”的认证` : `撤销“${title}”的认证`}
      consequence={isReject ? '申请人会看到原因，并可修改后重新提交。' : '对应的身份立即取消，申请人会看到原因。'}
      label="原因"
      kept={{ reason: store.reason, write: store.write }}
      suggestions={REASONS[deciding]}
      confirm={isReject ? '确认不通过' : '确认撤销'}
      size="sm"
      isGrave
      actions={<Refresh store={store} onClose={onClose} />}
      onSubmit={store[deciding]}
      onClose={onClose}
    />
  );
});

/** The way to what the submission is now, once a decision about it was refused. */
const Refresh = observer(function Refresh({ store, onClose }: Omit<DecisionDialogProps, 'deciding'>) {
  const id = store.dossier?.case.id;
  if (!store.decision.failure || id === undefined) return null;
  const refresh = () => {
    void store.open(id);
    onClose();
  };
  return <Button onClick={refresh}>刷新</Button>;
});

const NEW = 'new';
const NONE = 'none';

interface ApprovalProps extends Omit<DecisionDialogProps, 'deciding'> {
  readonly dossier: DeskDossier;
}

function Approval({ store, dossier, onClose }: ApprovalProps) {
  const { case: shown, known, lookalikes, institutions, investors } = dossier;
  const companies =
    shown.kind === 'founder' ? [...(known ? [known] : []), ...lookalikes.filter(({ id }) => id !== known?.id)] : [];
  const [chosen, setChosen] = useState<Readonly<Record<'linkTo' | 'institution' | 'investor', string>>>({
    linkTo: known?.id ?? NEW,
    institution: institutions.length === 1 ? (institutions[0]?.id ?? NONE) : NONE,
    investor: NONE,
  });
  const named = Object.entries(chosen).filter(([, id]) => id !== NEW && id !== NONE);
  const choices = [
    companies.length > 0 && {
      key: 'linkTo' as const,
      label: '收录方式',
      choices: [
        ...companies.map(({ id, name }) => ({ value: id, label: `关联到已收录的“${name}”（编号 ${id}）` })),
        { value: NEW, label: '作为新企业收录' },
      ],
    },
    institutions.length > 0 && {
      key: 'institution' as const,
      label: '所属机构',
      choices: [
        ...institutions.map(({ id, name }) => ({ value: id, label: `已收录的“${name}”（编号 ${id}）` })),
        { value: NONE, label: '不关联机构' },
      ],
    },
    investors.length > 0 && {
      key: 'investor' as const,
      label: '投资人资料',
      choices: [
        ...investors.map(({ id, name, hint }) => ({ value: id, label: hint === '' ? name : `${name}（${hint}）` })),
        { value: NONE, label: '不关联资料' },
      ],
    },
  ].filter((each) => each !== false);
  return (
    <ConfirmDialog
      title={`通过“${shown.title}”的${KIND_LABELS[shown.kind].label}？`}
      confirm="确认通过"
      size="sm"
      actions={<Refresh store={store} onClose={onClose} />}
      onSubmit={() => store.approve(Object.fromEntries(named))}
      onClose={onClose}
    >
      <Typography variant="body2">通过后身份立即生效，申请人会看到结果。</Typography>
      {choices.map((each) => (
        <RadioChoice
          key={each.key}
          label={each.label}
          value={chosen[each.key]}
          onChange={(id) => setChosen({ ...chosen, [each.key]: id })}
          choices={each.choices}
        />
      ))}
      {shown.kind === 'investor' && (
        <Typography variant="body2" color="textSecondary">
          通过后也可在“投资人关联”中修改。
        </Typography>
      )}
    </ConfirmDialog>
  );
}
