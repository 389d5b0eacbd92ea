import { createElement, Fragment, type ReactNode } from 'react';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';
import type { ListColumn } from '#generators/columns.ts';
import { fieldOfColumn, inCny, isConverted } from '#generators/converted-columns.ts';
import { optionTone } from '#generators/options.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import '#client/ui/field-types/cells/chip.css';
import { linkClass } from '#client/ui/field-types/cells/link-class.ts';
import { linkLogo } from '#client/ui/field-types/cells/link-logo.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import { cellText, lookOf } from '#client/ui/field-types/registry.ts';
import type { FieldTypeLook } from '#client/ui/field-types/field-type-look.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import { convertedHover } from './converted-hover.ts';

// A screen of a list holds hundreds of cells that change with every step of the wheel, so they are bare text and plain
// elements made by functions: a component, a styled part or an observer in each would cost more than all the rest.

interface CellParts {
  readonly column: ListColumn;
  readonly row: RecordRow;
  readonly text: string;
  readonly options: OptionLabels;
}

type DrawCell = (parts: CellParts) => ReactNode;

const bareText: DrawCell = ({ text }) => text;

// Children by place and not by key: the elements of one row are taken over by another.
const inPlace = (nodes: readonly ReactNode[]) => createElement(Fragment, undefined, ...nodes);

const chips: DrawCell = ({ column: { field }, row, options }) =>
  inPlace(
    [recordValue(row, field.apiName)]
      .flat()
      .map((value) =>
        createElement(
          'span',
          { className: 'chip', 'data-tone': optionTone(String(value), field) },
          options.label(field.config?.optionSet, String(value), field),
        ),
      ),
  );

const address: DrawCell = ({ column: { field }, row, text }) => {
  const href = lookOf(field).href?.(String(recordValue(row, field.apiName)));
  if (href === undefined) return text;
  const isWeb = fieldType(field).isWebAddress;
  return (
    <a
      className="grid-link"
      href={href}
      tabIndex={-1}
      target={isWeb ? '_blank' : undefined}
      rel={isWeb ? 'noopener noreferrer' : undefined}
    >
      {text}
    </a>
  );
};

const LINK = { className: 'grid-link', tabIndex: -1, target: '_blank', rel: 'noopener noreferrer' };

const links: DrawCell = ({ column: { field }, row }) =>
  inPlace(
    [recordValue(row, field.apiName)]
      .flat()
      .map((value) => value as ReferenceValue)
      .map((link) => {
        const href = hashAddress(detailPath(field.targetApiName ?? '', link.id));
        const className = linkClass(LINK.className, link);
        return createElement('a', { ...LINK, className, href }, linkLogo(link), link.name ?? `#${link.id}`);
      }),
  );

const component: DrawCell = ({ column: { field }, row, options }) => {
  const { Cell } = lookOf(field);
  return <Cell field={field} value={recordValue(row, field.apiName)} options={options} />;
};

const DRAWN = { chips, links, component };

const NOTHING = (
  <span className="grid-empty" role="img" aria-label="无">
    —
  </span>
);

/**
 * The columns of any object's list as the grid draws them: the name leads to the detail page, in a new tab, or opens the
 * record beside the list where `onOpen` does that. Those of `recounting` are being worked out for all records. `logo` is
 * the field of the picture beside the name.
 */
export function recordColumns(
  objectApiName: string,
  columns: readonly ListColumn[],
  options: OptionLabels,
  recounting: readonly string[] = [],
  logo?: string,
  onOpen?: (row: RecordRow) => void,
): readonly GridColumn<RecordRow>[] {
  return columns.map((column): GridColumn<RecordRow> => {
    const { field, isName } = column;
    const { href, hover, inRows } = lookOf(field);
    const isFilling = recounting.includes(field.apiName);
    const draw = inRows ? DRAWN[inRows] : href ? address : bareText;
    const inOne = isConverted(field.apiName);
    const isBeside = inOne && columns.some((other) => other.field.apiName === fieldOfColumn(field.apiName));
    const valueOf = (row: RecordRow) =>
      inOne ? inCny(recordValue(row, fieldOfColumn(field.apiName))) : recordValue(row, field.apiName);
    const text = (row: RecordRow) => cellText(valueOf(row), field, options);
    const name = (row: RecordRow) => text(row) || `#${row.id}`;
    return {
      id: field.apiName,
      label: isFilling ? `${field.label}（计算中）` : field.label,
      help: isFilling ? '正在为所有记录计算，完成之前不能用来筛选、排序或合计' : helpOf(column),
      width: column.width,
      align: column.align,
      // Both columns of an amount have one order, that of the equivalents.
      sortable: column.sortable && !isFilling && !isBeside,
      ...(column.partly && { filterable: false as const }),
      firstOrder: column.firstOrder,
      pinned: isName,
      ...(isName && logo !== undefined && { room: LOGO_ROOM }),
      text: isName ? name : text,
      ...(hover && { hover: (row) => (inOne ? convertedHover(field, row) : hoverText(hover, valueOf(row))) }),
      cell: (row) => {
        if (isName) {
          const open = onOpen && (() => onOpen(row));
          const href = hashAddress(detailPath(objectApiName, row.id));
          const link = <NameLink href={href} name={name(row)} onOpen={open} />;
          return logo === undefined ? link : inPlace([logoOf(recordValue(row, logo), name(row)), link]);
        }
        const shown = text(row);
        return shown === '' ? NOTHING : draw({ column, row, text: shown, options });
      },
    };
  });
}

const helpOf = ({ field, partly }: ListColumn): string | undefined =>
  partly
    ? [field.config?.help, '您只在部分记录上看到这个值，不能按它筛选、排序或合计'].filter(Boolean).join('。')
    : field.config?.help;

const hoverText = (hover: NonNullable<FieldTypeLook['hover']>, value: FieldValue) =>
  value === null || value === undefined ? undefined : hover(value);

/** The picture with the gap behind it, in pixels. */
const LOGO_ROOM = 30;
const LOGO = { className: 'grid-logo', alt: '', loading: 'lazy', decoding: 'async', draggable: false } as const;

// A picture that has not come yet takes the room of one that has, and so does the first character of a name without one.
function logoOf(value: FieldValue, name: string): ReactNode {
  const url = (value as FileValue | null | undefined)?.url;
  if (url !== undefined && isOwnFile(url)) return createElement('img', { ...LOGO, src: url });
  return createElement('span', { className: 'grid-logo', 'aria-hidden': true }, [...name][0]);
}

interface NameLinkProps {
  readonly href: string;
  readonly name: string;
  readonly onOpen: (() => void) | undefined;
}

// The grid is one stop of the Tab key; Enter on the row opens the same. Held keys and other buttons are the browser's.
const NameLink = ({ href, name, onOpen }: NameLinkProps) => (
  <a
    className="grid-name"
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    tabIndex={-1}
    onClick={(event) => {
      if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onOpen();
    }}
  >
    {name}
  </a>
);
