import { useEffect, useState } from 'react'
import type { Releases } from '../../../../../src/features/provider/releases/model'
import { Alert } from '../../../../components/alert'
import { ScrollArea } from '../../../../components/scroll-area'
import { api, unwrapResponse } from '../../../../lib/api'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'

/**
 * A newer version with its changes and the chapter that says how each kind of installation gets it, or why the search
 * for one failed. Changes and failure are in English, as in the release and the log.
 */
export function ReleaseNotice() {
  const { t } = useTranslation()
  const [releases, setReleases] = useState<Releases | null>(null)
  useEffect(() => {
    // Without an answer the page is complete as well.
    unwrapResponse(api.releases.get()).then(setReleases, () => {})
  }, [])
  if (!releases) return null
  const { newer, problem, checkedAt } = releases
  return (
    <>
      {newer && (
        <>
          <Alert tone="info" title={t('nodes.newer', { version: newer.version })}>
            {t('nodes.updateBy')} <code className="select-all">docs/self-hosting.md</code>
          </Alert>
          <details className="px-3 text-sm">
            <summary className="cursor-pointer font-medium">{t('nodes.changes')}</summary>
            <ScrollArea label={t('nodes.changes')} className="mt-2 max-h-80 p-3">
              <p lang="en" className="whitespace-pre-wrap break-words">
                {newer.notes}
              </p>
            </ScrollArea>
          </details>
        </>
      )}
      {problem && (
        <Alert tone="warn" title={t('nodes.searchFailed', { time: checkedAt ? formatDateTime(checkedAt) : '' })}>
          <span lang="en">{problem}</span>
        </Alert>
      )}
    </>
  )
}
