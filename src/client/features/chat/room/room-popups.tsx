import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Clock } from '#client/lib/clock.ts';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import { ExchangeDialog, LimitDialog, PlanChooser, ReportDialog } from './lazy-dialogs.ts';
import type { RoomDialogs } from './room-dialogs.ts';
import type { RoomSurroundings } from './room-surroundings.ts';

interface RoomPopupsProps {
  readonly dialogs: RoomDialogs;
  readonly around: RoomSurroundings;
}

/** The dialogs over the room: a question, a limit that was met, a form. */
export const RoomPopups = observer(function RoomPopups({ dialogs, around }: RoomPopupsProps) {
  const { open, exchange } = dialogs;
  const common = { onClose: () => dialogs.close() } as const;
  return (
    <>
      {open?.kind === 'exchange' && (
        <ExchangeDialog
          {...common}
          exchange={open.exchange}
          what={open.what}
          onConfirm={() => dialogs.confirmExchange()}
        />
      )}
      {open?.kind === 'plan' && (
        <PlanChooser
          {...common}
          exchange={open.exchange}
          uploadPath={around.planPath}
          onConfirm={(ccid) => dialogs.confirmPlan(ccid)}
        />
      )}
      {open?.kind === 'report' && (
        <ReportDialog
          {...common}
          parts={around.report}
          target={open.target}
          onSent={(thanks) => dialogs.reported(thanks)}
        />
      )}
      {exchange?.limit && (
        <LimitDialog kind={exchange.limit.kind} financing={around.financing} onClose={() => exchange.dismissLimit()} />
      )}
    </>
  );
});

const WORD_MS = 5000;

interface RoomWordsProps {
  readonly dialogs: RoomDialogs;
  readonly clock: Clock;
}

/** What was done, for a while, and what did not work, until it is dismissed. It is within the room, because assistive technology ignores what is outside of a modal. */
export const RoomWords = observer(function RoomWords({ dialogs, clock }: RoomWordsProps) {
  const { word, failure } = dialogs;
  useEffect(
    () => (word === undefined ? undefined : clock.after(WORD_MS, () => dialogs.clearWord())),
    [clock, dialogs, word],
  );
  return (
    <>
      {failure !== undefined && <WarningBar onClose={() => dialogs.dismissFailure()}>{failure}</WarningBar>}
      <p role="status" className="room-word" data-empty={word === undefined || undefined}>
        {word}
      </p>
    </>
  );
});
