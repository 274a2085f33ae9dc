import { useId } from 'react'
import type { Morning } from '../../../../src/features/provider/morning/model'
import { maxCountedLines } from '../../../../src/shared/morning'
import { Badge } from '../../../components/badge'
import { locale } from '../../../lib/language'
import { formatMoney } from '../../../lib/money'
import { useTranslation } from '../../../lib/use-translation'
import { lines, type Part, parts, problemParts } from './lines'
import { showAttention, tableId } from './store'

/** One card for each part that has rows; the others are named in one line. */
export function Sections({ morning, isCalm }: { morning: Morning; isCalm: boolean }) {
  const { t } = useTranslation()
  const filled = parts.filter((part) => morning[part].count > 0)
  const empty = problemParts.filter((part) => morning[part].count === 0)
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {filled.map((part) => (
          <Section key={part} part={part} morning={morning} />
        ))}
      </div>
      {!isCalm && empty.length > 0 && (
        <p className="mt-3 text-muted text-sm">
          {t('morning.inOrder', { parts: empty.map((part) => t(`morning.${part}`).toLowerCase()).join(', ') })}
        </p>
      )}
    </>
  )
}

/** Number of rows; that of rows beyond those that the server counts is not known. */
const countOf = (count: number, isMore: boolean) => `${count.toLocaleString(locale())}${isMore ? '+' : ''}`

function Section({ part, morning }: { part: Part; morning: Morning }) {
  const { t } = useTranslation()
  const id = useId()
  const { count, rows } = morning[part]
  const isProblem = part !== 'newCompanies'
  const hidden = count - rows.length
  const isMore = count >= maxCountedLines
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id={id} className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2 font-semibold">
        {t(`morning.${part}`)}
        <Badge tone={isProblem ? 'danger' : 'neutral'}>{countOf(count, isMore)}</Badge>
        {part === 'invoices' && (
          <span className="ml-auto font-normal text-muted text-sm tabular-nums">
            {t('morning.sum', { value: formatMoney(morning.invoices.cents) })}
          </span>
        )}
      </h2>
      <ul className="divide-y divide-line">{lines(part, morning)}</ul>
      {hidden > 0 && (
        <p className="flex items-center gap-2 border-line border-t px-4 py-2 text-muted text-sm">
          {t('morning.more', { count: hidden, shown: countOf(hidden, isMore) })}
          {isProblem && (
            <a href={`#${tableId}`} onClick={showAttention} className="ml-auto text-accent-ink hover:underline">
              {t('morning.showInTable')}
            </a>
          )}
        </p>
      )}
    </section>
  )
}
