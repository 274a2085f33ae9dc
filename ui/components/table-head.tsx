const head = 'px-4 py-2 text-left font-medium text-faint text-sm'

interface TableHeadProps {
  columns: string[]
  /** What the column of buttons at the end is called, which is only read out; none without. */
  actions?: string | false
}

/** How a table of the console begins. */
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
