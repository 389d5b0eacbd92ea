import { observer } from 'mobx-react-lite';
import { useFormScope } from './form-scope.ts';

/** Id of the list of problems that belong to no field on screen. */
export const elsewhereId = (idPrefix: string): string => `${idPrefix}-elsewhere`;

/**
 * Problems of fields that the form does not show: without these words a save that they block would seem to do nothing.
 * Read out at once, and given the focus when a save fails.
 */
export const ElsewhereProblems = observer(function ElsewhereProblems({ idPrefix }: { readonly idPrefix: string }) {
  const { store } = useFormScope();
  const { elsewhere, shape } = store;
  if (elsewhere.length === 0) return null;
  return (
    <div className="jt-elsewhere" id={elsewhereId(idPrefix)} role="alert" tabIndex={-1}>
      <p>不能保存：以下内容不在这个表单上。请检查与之相关的内容；无从填写时，请联系平台人员调整表单。</p>
      <ul>
        {elsewhere.map(({ field, message }) => (
          <li key={field}>{[shape.fields.get(field)?.label, message].filter(Boolean).join('：')}</li>
        ))}
      </ul>
    </div>
  );
});
