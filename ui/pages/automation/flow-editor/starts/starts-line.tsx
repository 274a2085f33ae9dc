import { useTranslation } from '../../../../lib/use-translation'
import { isNeverStarted, type Starts } from './use-starts'

/** Names in the line; more are counted. */
const maxNames = 2

/** One line that says what starts the flow. */
export function StartsLine({ starts: { rows } }: { starts: Starts }) {
  const { t } = useTranslation()
  if (!rows) return null
  if (isNeverStarted(rows)) return <span className="text-warn">{t('flowBuilder.neverStarted')}</span>
  const names = [
    ...rows.phrases.filter(({ active }) => active).map(({ phrase }) => t('flowBuilder.byPhrase', { phrase })),
    ...[...rows.connections, ...rows.integrations, ...rows.campaigns].map(({ name }) => name),
  ]
  const shown = names.slice(0, maxNames).join(', ')
  const more = names.length - maxNames
  return (
    <>
      {t('flowBuilder.startsWith', {
        names: more > 0 ? t('flowBuilder.andMore', { names: shown, count: more }) : shown,
      })}
    </>
  )
}
