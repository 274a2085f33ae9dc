const head = 'h-9 px-4 text-left font-medium text-faint text-xs'

interface TableHeadProps {
  columns: string[]
  /** Screen-reader name of the column of buttons at the end; without it there is no such column. */
  actions?: string | false
}

/** Head row of a console table. */
export const TableHead = ({ columns, actions }: TableHeadProps) => (
  <thead className="border-line border-b">
    <tr>
      {columns.map((column) => (
        <th key={column} className={head}>
          {column}
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
