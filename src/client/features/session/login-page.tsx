import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import { logoText, productName } from '#client/lib/product.ts';
import type { SessionStore } from './session-store.ts';

interface LoginPageProps {
  readonly session: SessionStore;
  /** Why the person was sent here. */
  readonly notice?: string | undefined;
}

/** Sign-in by password. Where to go afterwards is the route's matter. */
export const LoginPage = observer(function LoginPage({ session, notice }: LoginPageProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (username.trim() && password) void session.signIn(username.trim(), password);
  };
  const problem = session.failure?.message ?? notice;
  const missing = (value: string) => wasTried && value.trim() === '';
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr minmax(420px, 40%)' } }}
    >
      <Stack
        sx={{
          display: { xs: 'none', md: 'flex' },
          justifyContent: 'center',
          px: 8,
          gap: 2,
          color: 'common.white',
          background: 'radial-gradient(circle at 20% 20%, #1b5a69, var(--ink) 60%)',
        }}
      >
        <Typography sx={{ fontSize: 40, fontWeight: 600, letterSpacing: 4 }}>{productName()}</Typography>
        <Typography sx={{ fontSize: 18, opacity: 0.92, maxWidth: 420 }}>一级市场投资数据与融资对接平台</Typography>
        <Typography sx={{ opacity: 0.8, maxWidth: 420 }}>企业、机构、交易、基金与赛道，一处检索，逐条可溯。</Typography>
      </Stack>
      <Stack sx={{ justifyContent: 'center', px: { xs: 3, sm: 8 }, bgcolor: 'background.paper' }}>
        <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2, width: '100%', maxWidth: 360, mx: 'auto' }}>
          <Box
            sx={{
              display: { md: 'none' },
              width: 44,
              height: 44,
              borderRadius: 2,
              bgcolor: 'primary.dark',
              color: 'common.white',
              fontSize: 22,
              fontWeight: 600,
            }}
            aria-hidden
          >
            <Box sx={{ display: 'grid', placeItems: 'center', height: 1 }}>{logoText()}</Box>
          </Box>
          <Typography variant="h1">登录{productName()}</Typography>
          {problem !== undefined && <Alert severity={session.failure ? 'error' : 'info'}>{problem}</Alert>}
          <TextField
            label="账号"
            autoComplete="username"
            autoFocus
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            error={missing(username)}
            helperText={missing(username) ? '请输入账号' : undefined}
          />
          <TextField
            label="密码"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={missing(password)}
            helperText={missing(password) ? '请输入密码' : undefined}
          />
          <Button type="submit" variant="contained" size="large" loading={session.signingIn}>
            登录
          </Button>
        </Stack>
      </Stack>
    </Box>
  );
});
