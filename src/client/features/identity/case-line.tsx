import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import { nextState } from '#shared/policy/identity.ts';
import { companyPath, hashAddress } from '#client/lib/router.ts';
import { HelpAt } from '#client/ui/help-at.tsx';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { IdentityStore } from './identity-store.ts';

interface CaseLineProps {
  readonly store: IdentityStore;
  readonly row: IdentityCase;
  /** The other certification excludes handing it in again. */
  readonly isClosed?: boolean;
  readonly onFill: (kind: IdentityKind, caseId?: string) => void;
}

/** What became of a submission, in a sentence. */
function storyOf({ state, submittedAt, decidedAt, emailDueAt }: IdentityCase): string {
  if (state === 'EMAIL_PENDING')
    return `请在 ${shownMoment(emailDueAt ?? submittedAt)} 前打开邮件中的链接，验证后进入审核`;
  if (state === 'PENDING') return `提交于 ${shownMoment(submittedAt)}，正在等待审核`;
  if (state === 'APPROVED') return `通过于 ${shownMoment(decidedAt ?? submittedAt)}`;
  if (state === 'EMAIL_EXPIRED') return '未在 24 小时内验证邮箱，请重新提交';
  return `提交于 ${shownMoment(submittedAt)}`;
}

/** What a submission is about: the company that is claimed, with its page, or what the form calls itself. */
export function CaseSubject({ row: { kind, title, companyId, companyName } }: { readonly row: IdentityCase }) {
  if (kind !== 'claim' || companyId === null || companyName === null) return <b>{title}</b>;
  return (
    <Link href={hashAddress(companyPath(companyId))} target="_blank" rel="noopener" sx={{ fontWeight: 600 }}>
      {companyName}
    </Link>
  );
}

/** One submission as its user reads it: its state, what staff said, and what may be done. */
export const CaseLine = observer(function CaseLine({ store, row, isClosed = false, onFill }: CaseLineProps) {
  const { id, kind, state, reason } = row;
  const isBusy = store.busy.has(id);
  const [isSure, setSure] = useState(false);
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography variant="body2">
        <CaseSubject row={row} />
        <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
          {storyOf(row)}
        </Typography>
      </Typography>
      {state === 'REJECT' && reason !== null && (
        <Alert severity="error" variant="outlined" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          审核意见：{reason}
        </Alert>
      )}
      {state === 'REJECT' && <HelpAt place="/identity/rejected" />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {nextState(state, 'resubmit') !== undefined && (
          <Button variant="contained" disabled={isClosed || store.isWaiting(kind)} onClick={() => onFill(kind, id)}>
            修改并重新提交
          </Button>
        )}
        {state === 'EMAIL_PENDING' && (
          <Button variant="outlined" disabled={isBusy} onClick={() => void store.sendMail(id)}>
            重新发送邮件
          </Button>
        )}
        {nextState(state, 'withdraw') !== undefined && (
          <Button
            color="inherit"
            disabled={isBusy}
            onClick={() => (isSure ? void store.withdraw(id) : setSure(true))}
            onBlur={() => setSure(false)}
          >
            {isSure ? '确认撤回' : '撤回'}
          </Button>
        )}
      </Stack>
    </Stack>
  );
});
