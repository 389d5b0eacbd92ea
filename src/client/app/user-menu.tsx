import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SVIP } from '#shared/policy/actor.ts';
import { loginPath } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { LateMenu } from '#client/ui/late-popups.tsx';
import type { SessionStore } from '#client/features/session/session-store.ts';

/** Who is signed in, and the way out. */
export const UserMenu = observer(function UserMenu({ session }: { readonly session: SessionStore }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { pathname, search } = useLocation();
  const goTo = useGoTo();
  const { profile } = session;
  if (!profile) {
    return (
      <Button color="inherit" variant="outlined" onClick={() => goTo(loginPath(pathname + search))}>
        登录
      </Button>
    );
  }
  return (
    <>
      <Button
        color="inherit"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {profile.vipType === SVIP && (
          <Box
            component="span"
            sx={{
              px: 0.75,
              mr: 1,
              borderRadius: 0.75,
              bgcolor: '#f3dfae',
              color: '#5d3c05',
              fontSize: 11,
              fontWeight: 600,
              lineHeight: '18px',
            }}
          >
            SVIP
          </Box>
        )}
        <Box
          component="span"
          sx={{ maxWidth: 160, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {profile.name}
        </Box>
      </Button>
      <LateMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={[{ label: '退出登录', onChoose: () => void session.signOut() }]}
      />
    </>
  );
});
