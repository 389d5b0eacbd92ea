import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import { IDENTITY_KINDS } from '#schemas/generated/api/identity.ts';
import { ROLE_WORDS } from '#shared/policy/role-words.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { CertificationCard } from './certification-card.tsx';
import { CompanySearch } from './company-search.tsx';
import type { CompanySearchStore } from './company-search-store.ts';
import { FounderCard } from './founder-card.tsx';
import type { IdentityStore } from './identity-store.ts';

/** What a form of this page is to be: the app renders it from metadata. */
export interface IdentityFormRequest {
  readonly kind: IdentityKind;
  /** A submission that is handed in again. */
  readonly again: IdentityCase | undefined;
  /** The company that is claimed. */
  readonly company: { readonly id: string; readonly name: string } | undefined;
  readonly onSubmitted: (handedIn: IdentityCase) => void;
  readonly onCancel: () => void;
}

interface IdentityPageProps {
  readonly store: IdentityStore;
  readonly search: () => CompanySearchStore;
  readonly renderForm: (request: IdentityFormRequest) => ReactNode;
}

/** Where the page is, in the address: overview, the search for a company, or a form. */
function useSteps() {
  const [query, setQuery] = useSearchParams();
  const go = (step: Readonly<Record<string, string>>) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const name of ['form', 'case', 'company', 'companyName']) next.delete(name);
      for (const [name, value] of Object.entries(step)) next.set(name, value);
      return next;
    });
  return { query, go };
}

/** The certifications of the signed-in person; the form of each opens inside. */
export const IdentityPage = observer(function IdentityPage({ store, search, renderForm }: IdentityPageProps) {
  usePageTitle('身份认证');
  useEffect(() => {
    void store.load();
    return store.watch();
  }, [store]);
  const { query, go } = useSteps();
  const wanted = query.get('form');
  const kind = IDENTITY_KINDS.find((each) => each === wanted);
  const again = store.cases?.find(({ id }) => id === query.get('case'));
  const companyId = query.get('company');
  const toOverview = () => go({});

  if (store.own.failure && !store.cases)
    return (
      <Notice
        isPage
        isAlert
        title={store.own.failure.message}
        action={{ label: '重试', onPress: () => void store.load() }}
      />
    );
  if (!store.cases) return <Loading />;
  if (kind && store.exclusion(kind) === null)
    return renderForm({
      kind,
      again: again?.kind === kind ? again : undefined,
      company: companyId === null ? undefined : { id: companyId, name: query.get('companyName') ?? '' },
      onSubmitted: (handedIn) => {
        toOverview();
        void store.receive(handedIn);
      },
      onCancel: toOverview,
    });
  return (
    <div className="page-column">
      <Head store={store} />
      {wanted === 'search' ? (
        <Search store={store} search={search} onGo={go} />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: 'repeat(2, minmax(0, 1fr))',
              xl: 'repeat(3, minmax(0, 1fr))',
            },
            '& > :last-child': { gridColumn: { md: '1 / -1', xl: 'auto' } },
          }}
        >
          {(['investor', 'serviceOrg'] as const).map((each) => (
            <CertificationCard
              key={each}
              store={store}
              kind={each}
              onFill={(form, id) => go({ form, ...(id && { case: id }) })}
            />
          ))}
          <FounderCard
            store={store}
            onSearch={() => go({ form: 'search' })}
            onFill={(form, id) => go({ form, ...(id && { case: id }) })}
          />
        </Box>
      )}
    </div>
  );
});

const Head = observer(function Head({ store }: { readonly store: IdentityStore }) {
  const roles = store.roles.filter((role) => Object.hasOwn(ROLE_WORDS, role));
  const { notice } = store;
  return (
    <div>
      <h1>身份认证</h1>
      <Stack direction="row" sx={{ gap: 1, mt: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary">
          当前身份
        </Typography>
        {roles.map((role) => (
          <Chip key={role} tone="busy">
            {ROLE_WORDS[role]}
          </Chip>
        ))}
        {roles.length === 0 && <Typography variant="body2">尚未认证</Typography>}
      </Stack>
      {notice && (
        <Alert severity={notice.isFailure ? 'error' : 'success'} sx={{ mt: 1.5 }} onClose={() => store.acknowledge()}>
          {notice.text}
        </Alert>
      )}
    </div>
  );
});

interface SearchProps {
  readonly store: IdentityStore;
  readonly search: () => CompanySearchStore;
  readonly onGo: (step: Readonly<Record<string, string>>) => void;
}

const Search = observer(function Search({ store, search, onGo }: SearchProps) {
  const [looking] = useState(search);
  return (
    <CompanySearch
      store={looking}
      isWaiting={store.isWaiting('claim')}
      onClaim={({ id, name }) => onGo({ form: 'claim', company: id, companyName: name })}
      onCreate={() => onGo({ form: 'founder' })}
      onBack={() => onGo({})}
    />
  );
});

function Loading() {
  return (
    <div role="status" aria-label="正在加载" className="page-column">
      <Skeleton width={160} height={40} />
      <LoadingBlock height={190} />
      <LoadingBlock height={190} />
    </div>
  );
}
