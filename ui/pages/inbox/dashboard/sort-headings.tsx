import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classes } from '../../../lib/classes'

/** Column by which a table is sorted, and whether from the largest value down. */
export interface SortOrder<Column extends string> {
  by: Column
  down: boolean
}

interface SortHeadingsProps<Column extends string> {
  columns: readonly Column[]
  nameOf: (column: Column) => string
  order: SortOrder<Column>
  onOrder: (order: SortOrder<Column>) => void
}

/**
 * Row of headings by which a table can be sorted. The column `name` is text and begins upwards; the others are figures
 * and begin with the largest.
 */
export function SortHeadings<Column extends string>(props: SortHeadingsProps<Column>) {
  const { columns, nameOf, order, onOrder } = props
  return (
    <tr>
      {columns.map((column) => (
        <SortHeading
          key={column}
          name={nameOf(column)}
          isText={column === 'name'}
          down={order.by === column ? order.down : null}
          onSort={() => onOrder({ by: column, down: column === order.by ? !order.down : column !== 'name' })}
        />
      ))}
    </tr>
  )
}

interface SortHeadingProps {
  name: string
  /** True for a column of names, at the left; figures are at the right. */
  isText: boolean
  /** Null if the table is sorted by another column. */
  down: boolean | null
  onSort: () => void
}

function SortHeading({ name, isText, down, onSort }: SortHeadingProps) {
  const Icon = down === null ? ChevronsUpDown : down ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={down === null ? undefined : down ? 'descending' : 'ascending'}
      className={classes('p-0 font-medium', isText ? 'text-left' : 'text-right')}
    >
      <button
        type="button"
        onClick={onSort}
        className={classes(
          'inline-flex h-control items-center gap-1 px-4 hover:text-ink focus-visible:-outline-offset-2 [&_svg]:size-3.5',
          down !== null && 'text-ink',
        )}
      >
        {name}
        <Icon aria-hidden className={down === null ? 'opacity-50' : undefined} />
      </button>
    </th>
  )
}
