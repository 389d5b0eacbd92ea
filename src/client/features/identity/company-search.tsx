import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { CompanySearchStore } from './company-search-store.ts';

interface CompanySearchProps {
  readonly store: CompanySearchStore;
  /** A claim is already before staff: no second one meanwhile. */
  readonly isWaiting: boolean;
  readonly onClaim: (company: { id: string; name: string }) => void;
  readonly onCreate: () => void;
  readonly onBack: () => void;
}

const ROW = {
  width: '100%',
  justifyContent: 'flex-start',
  gap: 1,
  px: 1.5,
  py: 1,
  borderRadius: 1,
  color: 'text.primary',
  fontWeight: 400,
  textAlign: 'start',
};

/** Finds the company to be claimed; where it is not known the way leads to creating it. */
export const CompanySearch = observer(function CompanySearch(props: CompanySearchProps) {
  const { store, isWaiting, onCreate, onBack } = props;
  useEffect(() => () => store.close(), [store]);
  const { failure } = store;
  const { value: found } = store.found;
  const { value: chosen } = store.chosen;
  return (
    <Box
      sx={{ maxWidth: 640, p: 2.5, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Typography variant="h2">查找我的企业</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        输入企业简称或工商全称，拼音与首字母均可
      </Typography>
      <TextField
        fullWidth
        autoFocus
        size="small"
        label="企业名称"
        value={store.word}
        onChange={({ target }) => store.type(target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      {failure && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {failure.message}
        </Alert>
      )}
      <Stack component="ul" aria-label="找到的企业" aria-live="polite" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {found?.map(({ id, name, hint }) => (
          <li key={id}>
            <Button
              sx={{ ...ROW, ...(chosen?.companyId === id && { bgcolor: 'action.selected' }) }}
              aria-pressed={chosen?.companyId === id}
              onClick={() => void store.choose(name)}
            >
              {name}
              {hint !== '' && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {hint}
                </Typography>
              )}
            </Button>
          </li>
        ))}
      </Stack>
      {chosen && <Chosen {...props} />}
      {found?.length === 0 && (
        <Typography variant="body2" sx={{ my: 1.5 }}>
          没有找到“{store.word.trim()}”
        </Typography>
      )}
      {isWaiting && (
        <Alert severity="info" variant="outlined" sx={{ mt: 1.5 }}>
          您有一次认领正在审核，请等待结果后再认领其他企业
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap' }}>
        {found !== undefined && (
          <Button variant="outlined" onClick={onCreate}>
            没有我的企业，去创建
          </Button>
        )}
        <Button color="inherit" onClick={onBack}>
          返回
        </Button>
      </Stack>
    </Box>
  );
});

/** What is known of the company that was chosen. */
const Chosen = observer(function Chosen({ store, isWaiting, onClaim }: CompanySearchProps) {
  const { value: chosen } = store.chosen;
  if (!chosen?.companyId) return null;
  const { companyId, name, claimed, mine } = chosen;
  return (
    <Stack sx={{ gap: 1.5, mt: 1.5, alignItems: 'flex-start' }}>
      {mine && <Alert severity="success">您已是“{name}”的认证成员</Alert>}
      {!mine && claimed && (
        <Alert severity="info" variant="outlined">
          “{name}”已有成员认领；您也是其成员时，仍可提交认领
        </Alert>
      )}
      {!mine && (
        <Button variant="contained" disabled={isWaiting} onClick={() => onClaim({ id: companyId, name })}>
          认领“{name}”
        </Button>
      )}
    </Stack>
  );
});
