import { useContext } from 'react';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { RecordHrefContext } from '#client/ui/field-types/cells/record-href.ts';
import { linkClass } from './link-class.ts';
import { linkLogo } from './link-logo.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

const nameOf = (link: ReferenceValue) => link.name ?? `#${link.id}`;

/** One record or several, each a link to its page in a new tab. */
export function ReferenceCell({ field, value }: CellProps) {
  const recordHref = useContext(RecordHrefContext);
  if (isEmptyValue(value)) return <Empty />;
  const links = (Array.isArray(value) ? value : [value]) as readonly ReferenceValue[];
  return (
    <Clipped title={links.map(nameOf).join('、')}>
      {links.map((link, index) => (
        <span key={link.id}>
          {index > 0 && '、'}
          <a
            className={linkClass('cell-link', link)}
            href={recordHref(field.targetApiName ?? '', link.id)}
            target="_blank"
            rel="noopener"
          >
            {linkLogo(link)}
            {nameOf(link)}
          </a>
        </span>
      ))}
    </Clipped>
  );
}
