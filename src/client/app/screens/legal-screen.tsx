import { LEGAL_KINDS } from '#schemas/generated/api/legal.ts';
import { LegalPage } from '#client/features/legal/legal-page.tsx';
import { LegalStore } from '#client/features/legal/legal-store.ts';
import { type Place, screen } from '#client/app/base/screen.tsx';

const kindOf = ({ params }: Place) => LEGAL_KINDS.find((kind) => kind === params['kind']);
const numberOf = ({ query }: Place) => /^[1-9]\d{0,4}$/.exec(query.get('number') ?? '')?.[0];

/** Terms and policies, which visitors read as well. */
export const LegalScreen = screen(
  ({ api }, place) => {
    const number = numberOf(place);
    return new LegalStore(api, kindOf(place) ?? 'terms', number === undefined ? undefined : Number(number));
  },
  (store) => <LegalPage store={store} />,
  { subject: (place) => kindOf(place) && `${kindOf(place)} ${numberOf(place) ?? ''}` },
);
