import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

const asIs = (text: string) => text;

/** The cell of an address as a link to where `href` says; a page opens in a tab of its own. */
export const linkCell = (href: (text: string) => string | undefined, shown = asIs) =>
  function LinkCell({ value }: CellProps) {
    if (isEmptyValue(value)) return <Empty />;
    const text = String(value);
    const address = href(text);
    const isPage = address?.startsWith('http');
    return (
      <Clipped title={text}>
        {address === undefined ? (
          text
        ) : (
          <a className="cell-link" href={address} {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}>
            {shown(text)}
          </a>
        )}
      </Clipped>
    );
  };
