import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import { ScrollArea } from './scroll-area'

interface FiguresTableProps {
  /** Accessible name. */
  label: string
  /** Headings: the first of the names, the others of figures. */
  columns: string[]
  /** Rows with one `th` and one `td` per figure. */
  children: ReactNode
  className?: string
  /** Class of the width below which the table scrolls. */
  minWidth: string
  /** Narrow cells of one line each, for a table in half of the page. */
  isDense?: boolean
}

/** Table of figures in a card: names at the left, right-aligned figures. */
export function FiguresTable({ label, columns, children, className, minWidth, isDense = false }: FiguresTableProps) {
  return (
    <ScrollArea label={label} className={classes('rounded-none! border-x-0! border-b-0!', className)}>
      <table className={classes('w-full text-sm', minWidth)}>
        <thead className="text-muted table-head-line">
          <tr>
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={classes(
                  'py-2 font-medium first:pl-4 last:pr-4',
                  isDense ? 'whitespace-nowrap px-2 text-xs' : 'px-4',
                  at === 0 ? 'text-left' : 'text-right',
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </ScrollArea>
  )
}
