import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { actionAddress } from '#generators/actions.ts';
import { liveFields } from '#generators/object.ts';
import { rowActions } from '#shared/conditions/row-actions.ts';
import { hashAddress } from '#client/lib/router.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { ActionStore } from './action-store.ts';

interface RecordActionsProps {
  readonly actions: ActionStore;
  readonly definition: ObjectDefinition;
  readonly record: RecordRow;
}

/** What may be done with the record on screen. */
export const RecordActions = observer(function RecordActions(props: RecordActionsProps) {
  const { actions, definition, record } = props;
  const offered = rowActions(definition.actions ?? [], liveFields(definition), actions);
  return (
    <>
      {offered(record as Parameters<typeof offered>[0]).map((action) => (
        <Button
          key={action.id}
          variant="outlined"
          color={action.tone === 'danger' ? 'error' : 'primary'}
          {...(action.link === undefined
            ? { onClick: () => actions.ask(action, [record]) }
            : { href: hashAddress(actionAddress(action.link, record)) })}
        >
          {action.label}
        </Button>
      ))}
      <ActionDialog store={actions} nameField={definition.nameField} />
    </>
  );
});
