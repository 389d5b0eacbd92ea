import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { VerifyEmailStore } from './verify-email-store.ts';

/** Where the link in the mail leads. Nothing happens until the user presses: programs that open links prove nothing. */
export const VerifyEmailPage = observer(function VerifyEmailPage({ store }: { readonly store: VerifyEmailStore }) {
  usePageTitle('验证工作邮箱');
  const { value, failure, isLoading: isBusy } = store;
  const orgName = value?.orgName;
  return (
    <Stack component="main" sx={{ minHeight: '100vh', alignItems: 'center', justifyContent: 'center', p: 2 }}>
      <Stack
        sx={{
          gap: 2,
          width: '100%',
          maxWidth: 420,
          p: 4,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        <Typography variant="h1">验证工作邮箱</Typography>
        <Typography role={failure ? 'alert' : 'status'} color={failure ? 'error' : 'textPrimary'}>
          {failure?.message ??
            (orgName === undefined
              ? '请确认这是您提交认证时填写的工作邮箱。'
              : `邮箱验证成功，${orgName === '' ? '您' : `“${orgName}”`}的认证已进入审核。`)}
        </Typography>
        {orgName === undefined && !failure && (
          <Button variant="contained" disabled={isBusy} onClick={() => void store.load()}>
            {isBusy ? '正在验证…' : '确认验证'}
          </Button>
        )}
        {(orgName !== undefined || failure) && (
          <Button variant="outlined" href={hashAddress('/identity')}>
            查看认证进度
          </Button>
        )}
      </Stack>
    </Stack>
  );
});
