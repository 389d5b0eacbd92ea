import { useState } from 'react';
import { BINDINGS } from '#schemas/bindings.ts';
import { InlineForm } from '#client/features/records/forms/inline-form.tsx';
import { FocusPage } from '#client/features/account/profile/focus-page.tsx';
import { FocusStore } from '#client/features/account/profile/focus-store.ts';
import { formsOf } from '#client/app/screens/form-screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** What the person follows. */
export function FocusScreen({ stores }: { readonly stores: AppStores }) {
  const [store] = useState(() => new FocusStore(stores.api));
  /** Grows when what was typed is given up: the form then starts again. */
  const [turn, setTurn] = useState(0);
  return (
    <FocusPage
      store={store}
      form={(id) => (
        <InlineForm
          key={`${id}/${turn}`}
          forms={formsOf(stores)}
          objectApiName={BINDINGS.focus.object}
          id={id}
          onSaved={() => stores.toast.say('保存成功')}
          onCancel={() => setTurn(turn + 1)}
        />
      )}
    />
  );
}
