import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

/** Asks before something is done. What cannot be undone has the focus on the way back. */
export function ConfirmDialog(props: FormDialogProps) {
  return <FormDialog focus={props.isGrave === true ? 'cancel' : 'confirm'} {...props} />;
}
