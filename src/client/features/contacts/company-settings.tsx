import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { OwnCompanySetting } from '#schemas/api/contact-settings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { companyPath, hashAddress } from '#client/lib/router.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { labelId } from '#client/ui/field-types/inputs/control.tsx';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import type { ContactSettingsStore, OwnField, PlanAccess } from './contact-settings-store.ts';
import { SettingsCard } from './settings-card.tsx';

interface CompanySettingsProps {
  readonly store: ContactSettingsStore;
  readonly company: OwnCompanySetting;
  readonly companyFields: Readonly<Record<OwnField, FieldDefinition>> | undefined;
  readonly lookups: FieldLookups & OptionLabels;
}

const PLAN_ACCESS: readonly { readonly value: PlanAccess; readonly label: string; readonly help: string }[] = [
  { value: 'open', label: '对认证投资人开放', help: '投资人与SVIP可以直接查看，无需申请。' },
  { value: 'request', label: '申请后可看', help: '对方提出申请，您同意后可以查看，默认 30 天。' },
  { value: 'sent', label: '仅自己发送', help: '不接受申请，只有您在私信中投递过的人可以查看。' },
];

const OWN_FIELDS: readonly OwnField[] = ['bp', 'header', 'introduce'];

/** A company that one speaks for: its plan and who may see it, its picture and its introduction. */
export const CompanySettings = observer(function CompanySettings(props: CompanySettingsProps) {
  const { store, company, companyFields } = props;
  const { ccid, name, restricted, sentOnly } = company;
  return (
    <SettingsCard title={name}>
      <Stack sx={{ gap: 2 }}>
        <RadioChoice
          label="谁可以查看BP"
          value={restricted ? (sentOnly ? 'sent' : 'request') : 'open'}
          onChange={(next: PlanAccess) => void store.restrict(ccid, next)}
          choices={PLAN_ACCESS.map((each) => ({ ...each, isDisabled: store.isSaving }))}
        />
        {company.isUnfit && (
          <Alert severity="warning">当前的BP不是可以加水印的PDF，投资人暂时看不到。请上传无需密码即可打开的PDF。</Alert>
        )}
        {companyFields &&
          OWN_FIELDS.map((field) => (
            <OwnFieldEditor key={field} {...props} name={field} field={companyFields[field]} />
          ))}
        <Link href={hashAddress('/company/plan-readers')} variant="body2">
          查看谁看过BP、收回权限
        </Link>
        <Link href={hashAddress(companyPath(ccid))} target="_blank" rel="noopener" variant="body2">
          查看企业页面
        </Link>
      </Stack>
    </SettingsCard>
  );
});

interface OwnFieldEditorProps extends CompanySettingsProps {
  readonly name: OwnField;
  /** How the metadata has it. */
  readonly field: FieldDefinition;
}

/** One part of the company's record, with the input of its type. */
const OwnFieldEditor = observer(function OwnFieldEditor(props: OwnFieldEditorProps) {
  const { store, company, name, field, lookups } = props;
  const kept = company[name] ?? undefined;
  const [value, setValue] = useState<FieldValue>(kept);
  const id = `company-${company.ccid}-${name}`;
  const problem = store.companyProblem(company, name);
  const { Input } = editorsOf(field);
  const hasChanged = JSON.stringify(value ?? null) !== JSON.stringify(kept ?? null);
  return (
    <div>
      <Typography id={labelId(id)} component="label" htmlFor={id} variant="body2" color="textSecondary">
        {field.label}
      </Typography>
      <Input
        id={id}
        field={field}
        value={value}
        onChange={setValue}
        onBlur={ignore}
        problem={problem}
        required={false}
        lookups={lookups}
        describedBy={`${id}-note`}
      />
      <Typography id={`${id}-note`} variant="caption" color={problem === undefined ? 'textSecondary' : 'error'}>
        {problem ?? field.config?.help}
      </Typography>
      {hasChanged && (
        <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
          <Button
            variant="contained"
            disabled={store.isSaving}
            onClick={() => void store.editCompany(company.ccid, name, value)}
          >
            {store.isSaving ? '正在保存…' : `保存${field.label}`}
          </Button>
          <Button color="inherit" disabled={store.isSaving} onClick={() => setValue(kept)}>
            放弃修改
          </Button>
        </Stack>
      )}
    </div>
  );
});

const ignore = () => undefined;
