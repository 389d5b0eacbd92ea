import { observer } from 'mobx-react-lite';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const ArrivalToast = lazyPart(async () => (await import('./arrival-toast.tsx')).ArrivalToast);

/** The place where a new private message is read out while the room is closed. */
export const ArrivalGate = observer(function ArrivalGate({ stores }: { readonly stores: AppStores }) {
  const { arrivals, chatLauncher } = stores;
  return (
    <div role="status">
      {arrivals.latest && !chatLauncher.isOpen && (
        <ArrivalToast
          key={`${arrivals.latest.uid} ${arrivals.latest.seq}`}
          arrival={arrivals.latest}
          onOpen={({ uid }) => {
            arrivals.dismiss();
            chatLauncher.openWith({ uid });
          }}
          onEnd={() => arrivals.dismiss()}
        />
      )}
    </div>
  );
});
