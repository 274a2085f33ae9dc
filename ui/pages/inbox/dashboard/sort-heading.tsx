import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classes } from '../../../lib/classes'

interface Props {
  name: string
  /** True for a column of names, at the left; figures are at the right. */
  isText: boolean
  /** Null if the table is sorted by another column. */
  down: boolean | null
  onSort: () => void
}

/** Heading of a column by which the table can be sorted. */
export function SortHeading({ name, isText, down, onSort }: Props) {
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
