import type { ComponentProps } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { actionAddress } from '#generators/actions.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';

interface ActionButtonProps {
  readonly action: ObjectAction;
  /** Absent where the action is one of the list itself. */
  readonly row?: RecordRow;
  readonly onAsk: (action: ObjectAction) => void;
}

type Look = Pick<ComponentProps<typeof PlainButton>, 'look' | 'className' | 'tabIndex'>;

/** What asks for an action: a link where it leads somewhere, so that it can be opened in a new tab. */
export function ActionButton({ action, row, onAsk, ...look }: ActionButtonProps & Look) {
  const { link, label, tone } = action;
  const shared = { ...look, 'data-danger': tone === 'danger', children: label };
  if (link === undefined) return <PlainButton {...shared} onClick={() => onAsk(action)} />;
  return <PlainLink {...shared} href={hashAddress(actionAddress(link, row))} />;
}
