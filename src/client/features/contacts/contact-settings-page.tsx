import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import type { ContactKind } from '#schemas/api/contacts.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { ChatSettingsStore } from './chat-settings-store.ts';
import { ChatSettingsCard } from './chat-settings.tsx';
import { CompanySettings } from './company-settings.tsx';
import type { ContactSettingsStore, OwnField } from './contact-settings-store.ts';
import { shownValue } from './contact-labels.ts';
import { PageFrame } from './page-frame.tsx';
import { SettingsCard } from './settings-card.tsx';

interface ContactSettingsPageProps {
  readonly store: ContactSettingsStore;
  readonly chat: ChatSettingsStore;
  /** Fields of the company's object that may be changed here; undefined until its definition is loaded. */
  readonly companyFields: Readonly<Record<OwnField, FieldDefinition>> | undefined;
  readonly lookups: FieldLookups & OptionLabels;
  /** Chooses what others learn of the user's visits. */
  readonly visitMode?: ReactNode;
}

/** The user's own contact card, who may see it, the settings of conversations, and the plans of the user's companies. */
export const ContactSettingsPage = observer(function ContactSettingsPage(props: ContactSettingsPageProps) {
  const { store } = props;
  useEffect(() => void store.load(), [store]);
  const { settings, failure, saved, problems } = store;
  return (
    <PageFrame
      title="联系方式设置"
      help="联系方式加密保存，只给有权查看的人；每次查看都会留下记录，可在“谁看过我”中查看。"
    >
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!failure && !settings && <LoadingBlock height={260} />}
      {settings && (
        <>
          {!settings.isContactParty && (
            <Alert severity="info" variant="outlined">
              您还不是任何企业或投资人页面的联系人，目前没有人能查看以下联系方式。认领企业后，投资人可以从企业页面联系您。
            </Alert>
          )}
          <Card store={store} />
          <Exposure store={store} />
          {props.visitMode !== undefined && (
            <SettingsCard
              title="浏览可见性"
              help="您打开企业和融资项目的页面时，对方能看到什么。更改后对以前的浏览同样生效。"
            >
              {props.visitMode}
            </SettingsCard>
          )}
          <ChatSettingsCard store={props.chat} />
          {settings.companies.map((company) => (
            <CompanySettings key={company.ccid} {...props} company={company} />
          ))}
        </>
      )}
      {problems['form'] !== undefined && <Alert severity="error">{problems['form']}</Alert>}
      <Typography role="status" variant="body2" color="success" sx={{ minHeight: 20 }}>
        {saved}
      </Typography>
    </PageFrame>
  );
});

interface PartProps {
  readonly store: ContactSettingsStore;
}

const MAX_LENGTHS: Readonly<Record<ContactKind, number>> = { phone: 20, weixin: 20, email: 100 };

const Card = observer(function Card({ store }: PartProps) {
  const { settings, typed, problems, isSaving, hasChanged } = store;
  if (!settings) return null;
  const field = (kind: ContactKind, label: string, help: string, type: string, autoComplete: string) => (
    <TextField
      label={label}
      type={type}
      autoComplete={autoComplete}
      value={typed[kind]}
      onChange={({ target }) => store.type(kind, target.value)}
      error={problems[kind] !== undefined}
      helperText={problems[kind] ?? help}
      slotProps={{ htmlInput: { maxLength: MAX_LENGTHS[kind] } }}
      fullWidth
    />
  );
  const own =
    settings.phoneIsOwn && settings.phone !== ''
      ? `不填时使用账号手机号 ${shownValue('phone', settings.phone)}`
      : '不填时使用账号手机号';
  return (
    <SettingsCard title="联系方式">
      <Stack
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void store.saveCard();
        }}
        sx={{ gap: 2, maxWidth: 480 }}
      >
        {field('phone', '手机', own, 'tel', 'tel')}
        {field('weixin', '微信号', '6 到 20 个字母、数字、下划线或减号，以字母开头', 'text', 'off')}
        {field('email', '邮箱', '手机或微信公开时一并给出', 'email', 'email')}
        <Button type="submit" variant="contained" disabled={isSaving || !hasChanged} sx={{ alignSelf: 'flex-start' }}>
          {isSaving ? '正在保存…' : '保存'}
        </Button>
      </Stack>
    </SettingsCard>
  );
});

const Exposure = observer(function Exposure({ store }: PartProps) {
  const { settings, isSaving } = store;
  if (!settings) return null;
  const toggle = (kind: 'phone' | 'weixin', label: string, isShown: boolean) => (
    <FormControlLabel
      control={
        <Switch
          checked={isShown}
          disabled={isSaving}
          onChange={(_, next) => void store.expose(kind, next)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
      label={label}
    />
  );
  return (
    <SettingsCard
      title="公开范围"
      help="默认不公开，公开后有权限的人才能查看。隐藏后立即生效；用鲸币兑换过的人仍能看到当时兑换的内容，看不到您之后更换的号码。"
    >
      <Stack>
        {toggle('phone', '公开手机', settings.exposePhone)}
        {toggle('weixin', '公开微信', settings.exposeWeixin)}
      </Stack>
    </SettingsCard>
  );
});
