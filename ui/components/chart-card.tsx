import { BarChart3, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../lib/use-translation'
import { IconButton } from './icon-button'
import { ScrollArea } from './scroll-area'

interface ChartTable {
  heads: string[]
  rows: (string | number)[][]
}

interface Props {
  title: string
  /** True if there are no data; a text replaces the chart. */
  empty: boolean
  /** Text without data; that of the dashboard by default. */
  emptyText?: string
  table: ChartTable
  children: ReactNode
}

/** Chart with a button that shows the same data as a table. */
export function ChartCard({ title, empty, emptyText, table, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-2 py-1 pr-2 pl-4">
        <h2 id={id} className="min-w-0 flex-1 font-semibold">
          {title}
        </h2>
        <IconButton
          className="print:hidden"
          label={asTable ? t('dashboard.showChart', { title }) : t('dashboard.showTable', { title })}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <BarChart3 aria-hidden /> : <Table2 aria-hidden />}
        </IconButton>
      </div>
      {empty ? (
        <p className="flex min-h-32 items-center justify-center px-4 pb-4 text-center text-muted">
          {emptyText ?? t('dashboard.nothing')}
        </p>
      ) : asTable ? (
        <AsTable title={title} table={table} />
      ) : (
        <div className="px-2 pb-3 text-xs">{children}</div>
      )}
    </section>
  )
}

function AsTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    <ScrollArea label={title} className="max-h-72 rounded-none! border-x-0! border-b-0!">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-muted table-head-line">
          <tr>
            {table.heads.map((head, at) => (
              <th key={head} scope="col" className={`px-4 py-2 font-medium ${at === 0 ? 'text-left' : 'text-right'}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.rows.map(([name, ...values], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour occurs twice when daylight saving time ends.
            <tr key={at}>
              <th scope="row" className="px-4 py-1.5 text-left font-normal tabular-nums">
                {name}
              </th>
              {values.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                <td key={column} className="px-4 py-1.5 text-right tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
