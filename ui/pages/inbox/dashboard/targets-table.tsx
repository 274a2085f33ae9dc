import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { FiguresTable } from '../../../components/figures-table'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'
import { numberText } from './number-texts'

type QueueFigures = Dashboard['queues'][number]

/** Targets of the queues in the period: how many answers and ends were in time; nothing without a target. */
export function TargetsTable({ queues }: { queues: QueueFigures[] }) {
  const { t } = useTranslation()
  const shown = queues.filter(({ answers, nextAnswers, closes }) => answers + nextAnswers + closes > 0)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="targets" className="rounded-lg border border-line bg-surface">
      <h2 id="targets" className="px-4 py-3 font-semibold">
        {t('dashboard.targets')}
      </h2>
      <FiguresTable
        label={t('dashboard.targets')}
        columns={[
          t('dashboard.queue'),
          t('dashboard.answersInTime'),
          t('dashboard.nextAnswersInTime'),
          t('dashboard.closesInTime'),
        ]}
        minWidth="min-w-md"
      >
        {shown.map((queue) => (
          <tr key={queue.id ?? 0}>
            <th scope="row" className="px-4 py-2 text-left font-normal">
              {queue.name || t('dashboard.noQueue')}
            </th>
            <Share met={queue.answersInTime} all={queue.answers} />
            <Share met={queue.nextAnswersInTime} all={queue.nextAnswers} />
            <Share met={queue.closesInTime} all={queue.closes} />
          </tr>
        ))}
      </FiguresTable>
    </section>
  )
}

function Share({ met, all }: { met: number; all: number }) {
  const { t } = useTranslation()
  const share = (met / all).toLocaleString(locale(), { style: 'percent' })
  return (
    <td className="px-4 py-2 text-right tabular-nums">
      {all === 0 ? '–' : t('dashboard.inTime', { share, met: numberText(met), all: numberText(all) })}
    </td>
  )
}
