import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
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
import type { ContactSettingsStore, OwnField } from './contact-settings-store.ts';
import { SettingsCard } from './settings-card.tsx';

interface CompanySettingsProps {
  readonly store: ContactSettingsStore;
  readonly company: OwnCompanySetting;
  readonly companyFields: Readonly<Record<OwnField, FieldDefinition>> | undefined;
  readonly lookups: FieldLookups & OptionLabels;
}

const OWN_FIELDS: readonly OwnField[] = ['bp', 'header', 'introduce'];

/** A company that one speaks for: its plan and who may see it, its picture and its introduction. */
export const CompanySettings = observer(function CompanySettings(props: CompanySettingsProps) {
  const { store, company, companyFields } = props;
  const { ccid, name, restricted } = company;
  return (
    <SettingsCard title={name}>
      <Stack sx={{ gap: 2 }}>
        <div>
          <FormControlLabel
            control={
              <Switch
                checked={restricted}
                disabled={store.isSaving}
                onChange={(_, next) => void store.restrict(ccid, next)}
                slotProps={{ input: { role: 'switch' } }}
              />
            }
            label="BP仅同意后可看"
          />
          <Typography variant="body2" color="textSecondary">
            {restricted ? '对方提出申请，您在“BP申请”中同意后可以查看。' : '投资人与SVIP可以直接查看，无需申请。'}
          </Typography>
        </div>
        {companyFields &&
          OWN_FIELDS.map((field) => (
            <OwnFieldEditor key={field} {...props} name={field} field={companyFields[field]} />
          ))}
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
