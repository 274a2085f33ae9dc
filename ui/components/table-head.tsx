import { classes } from '../lib/classes'

const head = 'h-9 px-4 text-left font-medium text-faint text-xs'

/** Heading of a column; `className` hides a column in a narrow page, as in its cells. */
export type TableColumn = string | { text: string; className: string }

interface TableHeadProps {
  columns: TableColumn[]
  /** Screen-reader name of the column of buttons at the end; without it there is no such column. */
  actions?: string | false
}

/** Head row of a console table. */
export const TableHead = ({ columns, actions }: TableHeadProps) => (
  <thead className="border-line border-b">
    <tr>
      {columns.map(partsOf).map(({ text, className }) => (
        <th key={text} className={classes(head, className)}>
          {text}
        </th>
      ))}
      {actions && (
        <th className={head}>
          <span className="sr-only">{actions}</span>
        </th>
      )}
    </tr>
  </thead>
)

/** Text and class of a column. */
export const partsOf = (column: TableColumn) => (typeof column === 'string' ? { text: column, className: '' } : column)
