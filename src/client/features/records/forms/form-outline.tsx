import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';

const Outline = styled('nav')(({ theme }) => ({
  position: 'sticky',
  top: theme.spacing(10),
  alignSelf: 'start',
  maxHeight: 'calc(100vh - 160px)',
  overflowY: 'auto',
  paddingBlock: theme.spacing(0.5),
  borderLeft: `1px solid ${theme.palette.divider}`,
  fontSize: theme.typography.body2.fontSize,
  [theme.breakpoints.down('lg')]: { display: 'none' },
  '& button': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: theme.spacing(1),
    width: '100%',
    padding: theme.spacing(0.5, 1.5),
    border: 0,
    background: 'none',
    font: 'inherit',
    textAlign: 'start',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
  },
  '& button:hover': { color: theme.palette.primary.main },
  '& b': { color: theme.palette.error.main, fontWeight: 600 },
}));

/** The sections beside the form, with the number of problems in each. The address is the router's, so these are no anchors. */
export const FormOutline = observer(function FormOutline({ form }: { readonly form: FormStore }) {
  const sections = form.shape.sections.filter((section) => section.fields.some((apiName) => form.shows(apiName)));
  if (sections.length < 2) return null;
  const troubled = new Set(form.problems.map((problem) => problem.field));
  return (
    <Outline aria-label="表单目录">
      {sections.map((section) => {
        const count = section.fields.filter((apiName) => troubled.has(apiName)).length;
        return (
          <button
            key={section.id}
            type="button"
            onClick={() => document.getElementById(section.id)?.scrollIntoView({ block: 'start' })}
          >
            <span>{section.label}</span>
            {count > 0 && <b aria-label={`${count} 处需要修改`}>{count}</b>}
          </button>
        );
      })}
    </Outline>
  );
});
