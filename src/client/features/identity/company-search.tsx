import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ClaimableCompany } from '#schemas/api/identity-companies.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
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
  display: 'block',
  width: '100%',
  px: 1.5,
  py: 1,
  borderRadius: 1,
  color: 'text.primary',
  fontWeight: 400,
  textAlign: 'start',
  overflowWrap: 'anywhere',
} as const;

/** Why a company cannot be claimed, or that others represent it; nothing of one that no user represents. */
const CLAIMS = {
  open: undefined,
  claimed: { word: '已有成员认领', tone: 'warn' },
  pending: { word: '您的认领正在审核', tone: 'busy' },
  mine: { word: '您已是认证成员', tone: 'good' },
} as const;
const mayClaim = ({ claim }: ClaimableCompany): boolean => claim === 'open' || claim === 'claimed';

/** Finds the company to be claimed; where it is not known the way leads to creating it. */
export const CompanySearch = observer(function CompanySearch(props: CompanySearchProps) {
  const { store, isWaiting, onCreate, onBack } = props;
  useEffect(() => () => store.close(), [store]);
  const { failure } = store;
  const { value: found } = store.found;
  return (
    <Box
      sx={{ maxWidth: 640, p: 2.5, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Typography variant="h2">查找我的企业</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        输入企业简称、工商全称或 18 位统一社会信用代码，名称的拼音与首字母均可
      </Typography>
      <TextField
        fullWidth
        autoFocus
        size="small"
        label="企业名称或统一社会信用代码"
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
        {found?.map((company) => (
          <li key={company.id}>
            <Hit store={store} company={company} />
            {store.chosen?.id === company.id && <Chosen {...props} />}
          </li>
        ))}
      </Stack>
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

interface HitProps {
  readonly store: CompanySearchStore;
  readonly company: ClaimableCompany;
}

/** One company that was found, told from others of the same name by what the register says. */
const Hit = observer(function Hit({ store, company }: HitProps) {
  const { id, name, hint, legalName, creditCode, claim } = company;
  const registered = [legalName, creditCode].filter((part) => part !== '').join(' · ');
  const state = CLAIMS[claim];
  const words = (
    <>
      <Stack component="span" direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <b>{name}</b>
        {hint !== '' && (
          <Typography component="span" variant="body2" color="textSecondary">
            又名 {hint}
          </Typography>
        )}
        {state && <Chip tone={state.tone}>{state.word}</Chip>}
      </Stack>
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {registered === '' ? '工商信息未披露' : registered}
      </Typography>
    </>
  );
  if (!mayClaim(company)) return <Box sx={ROW}>{words}</Box>;
  const isChosen = store.chosen?.id === id;
  return (
    <Button
      sx={{ ...ROW, ...(isChosen && { bgcolor: 'action.selected' }) }}
      aria-pressed={isChosen}
      onClick={() => store.choose(id)}
    >
      {words}
    </Button>
  );
});

/** What is to be known of the company that was chosen, and the way on. */
const Chosen = observer(function Chosen({ store, isWaiting, onClaim }: CompanySearchProps) {
  const { chosen } = store;
  if (!chosen) return null;
  const { id, name, claim } = chosen;
  return (
    <Stack sx={{ gap: 1.5, px: 1.5, py: 1, alignItems: 'flex-start' }}>
      {claim === 'claimed' && (
        <Alert severity="info" variant="outlined">
          “{name}”已有成员认领；您也是其成员时，仍可提交认领
        </Alert>
      )}
      <Button variant="contained" disabled={isWaiting} onClick={() => onClaim({ id, name })}>
        认领“{name}”
      </Button>
    </Stack>
  );
});
