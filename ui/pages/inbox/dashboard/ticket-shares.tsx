import { useId } from 'react'
import { numberText } from './number-texts'

interface Row {
  name: string
  /** Text after the name, in a fainter colour. */
  note?: string | null
  tickets: number
}

/** Card of tickets by a property, with a bar for each row, in the order given; nothing without any. */
export function TicketShares({ title, rows }: { title: string; rows: Row[] }) {
  const id = useId()
  if (rows.length === 0) return null
  const most = Math.max(...rows.map(({ tickets }) => tickets))
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="mb-3 font-semibold">
        {title}
      </h2>
      <ul className="flex flex-col gap-2 text-sm">
        {rows.map(({ name, note, tickets }) => (
          <li key={name} className="grid grid-cols-[minmax(0,20rem)_1fr_auto] items-center gap-3">
            <span className="truncate" title={name}>
              {name}
              {note && <span className="text-faint"> · {note}</span>}
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(tickets / most) * 100}%` }} />
            </span>
            <span className="tabular-nums">{numberText(tickets)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
